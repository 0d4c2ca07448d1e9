package eddy.bench.peers.pekko.typed

import eddy.bench.peers.{Done, Ends, Slices}

import org.apache.pekko.actor.typed.scaladsl.Behaviors
import org.apache.pekko.actor.typed.{Behavior, DispatcherSelector}

private[pekko] final class Blocking(blockers: Int, sleepMillis: Int) extends TypedWorkload:
  import Blocking.*

  private val computing = inside(context => Array.fill(Computers)(context.spawnAnonymous(computer)))
  private val blocking = inside: context =>
    val apart = DispatcherSelector.fromConfig("blocking-dispatcher")
    Array.fill(blockers)(context.spawnAnonymous(blocker(sleepMillis), apart))

  def go(n: Long): Done =
    val _ = Slices.steps // found out before the clock runs
    val alone = Ends(Computers)
    val aloneFrom = System.nanoTime()
    computing.foreach(_ ! Slice(Slices.Count, 1, alone))
    val _ = alone.await()

    val computed = Ends(Computers)
    val blocked = Ends(blockers)
    val from = System.nanoTime()
    computing.foreach(_ ! Slice(Slices.Count, 1, computed))
    blocking.foreach(_ ! Go(blocked))
    val answer = blocked.await() + computed.await()
    Done(
      blocked.last - from,
      answer,
      Seq("compute" -> (computed.last - from), "alone" -> (alone.last - aloneFrom))
    )
end Blocking

private[pekko] object Blocking:
  private val Computers = 2
  final case class Go(ends: Ends)
  final case class Slice(left: Int, x: Long, ends: Ends)

  def blocker(sleepMillis: Int): Behavior[Go] = Behaviors.receiveMessage: go =>
    Thread.sleep(sleepMillis)
    go.ends.end()
    Behaviors.same

  val computer: Behavior[Slice] = Behaviors.receive: (context, slice) =>
    if slice.left == 0 then slice.ends.end()
    else context.self ! Slice(slice.left - 1, Slices.run(slice.x), slice.ends)
    Behaviors.same
end Blocking
