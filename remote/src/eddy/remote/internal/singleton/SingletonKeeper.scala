package eddy.remote.internal.singleton

import eddy.actor.*
import eddy.actor.spi.remote.Arrival
import eddy.remote.Pickler
import eddy.remote.internal.cluster.SharedSet
import eddy.remote.internal.node.NodeContext
import eddy.remote.internal.record.Candidate

import java.lang.System.Logger.Level
import java.util.ArrayDeque
import scala.concurrent.duration.FiniteDuration

/** The part of one node in a singleton: runs the actor if this node is the one to run it, and knows where it
  * runs. The node that has been a candidate for the longest time runs it. Confined to the actor that
  * [[start]] starts.
  *
  * @param quorum candidates, this node among them, without which it runs none
  * @param backoff how long it waits after the end of a life
  * @param settling how long it waits at first to find other candidates
  * @param make the behavior for a term
  */
private[remote] final class SingletonKeeper[M](
    name: String,
    context: NodeContext,
    protocol: Pickler[M],
    quorum: Int,
    backoff: Backoff,
    settling: FiniteDuration,
    make: Long => Actor[M] ?=> Behavior[M]
):
  import SingletonKeeper.*
  private given ActorSystem = context.system
  private val set: SharedSet[Candidate] = context.singletons.named(name)
  private val queue = new ArrayDeque[M]()
  private var mine = Candidate(context.system.engine.platform.currentTimeMillis, 0, 0)
  private var actor: ActorRef[M] | Null = null
  private var isSettled = false
  private var startedAt = 0L
  // lives that were short, one after another
  private var inARow = 0
  private var isPaused = false
  // where messages go
  private var target: ActorRef[M] | Null = null

  /** For [[eddy.remote.Singleton.term]]. */
  @volatile var term: Option[Long] = None

  /** Its address for messages. */
  def start(): ActorRef[M] =
    var address: ActorRef[M] | Null = null
    val _ = Arrival.start[Event[M]](
      one => running(using one),
      (keeper: ActorRef[Event[M]]) =>
        val proxy = keeper.contramap[M](Event.Message(_))
        address = proxy
        set.onChange(() => keeper ! Event.Changed())
        context.singletons.begin(set, protocol, proxy, context.exports)
        context.singletons.add(set, mine)
    )
    address.nn

  private def running(using Actor[Event[M]]): Behavior[Event[M]] =
    onEnd(_ => ended())
    startTimer("settled", settling, Event.Settled())
    loop:
      react:
        case Event.Message(message) =>
          pass(message)
          done
        case Event.Changed() =>
          decide()
          done
        case Event.Settled() =>
          isSettled = true
          decide()
          done
        case Event.Rested() =>
          isPaused = false
          decide()
          done
        case Event.Ended(of, reason) =>
          if term.contains(of) then
            val engine = context.system.engine
            if engine.nanoTime - startedAt > backoff.maxDelay.toNanos then inARow = 0
            inARow += 1
            val pause = backoff.delay(inARow, engine.platform.random)
            context.log(
              Level.WARNING,
              s"singleton \"$name\" has terminated, $reason; it is started again in ${pause.toMillis} ms"
            )
            stopped()
            isPaused = true
            startTimer("rested", pause, Event.Rested())
            decide()
          done
  end running

  private def pass(message: M): Unit =
    val to = target
    if to != null then to ! message
    else if queue.size < mostWaiting then queue.add(message): Unit
    else Arrival.lose(context.system, message, actorAddress, DeadLetter.Reason.Overflow)

  private def actorAddress: ActorRef[?] = context.missing(name)

  private def decide()(using Actor[Event[M]]): Unit =
    val others = set.parts.values.toList.flatMap(part => part.elements.map(part.of.owner -> _))
    val isOldest =
      others.forall((node, other) => isBefore(mine, context.me.incarnation, other, node.identity.incarnation))
    val isOne = isSettled && isOldest && others.size + 1 >= quorum
    if isOne && actor == null && !isPaused then begin(others.map(_(1).term).maxOption.getOrElse(0L))
    else if !isOne && actor != null then
      actor.nn.exit(ExitReason.Shutdown)
      stopped()
    val runsHere = actor
    target =
      if runsHere != null then runsHere
      else
        others.filter(_(1).actor != 0).minByOption((node, other) =>
          (other.since, unsigned(node.identity.incarnation))
        )
          .map((node, other) => node.address(other.actor, protocol).asInstanceOf[ActorRef[M]])
          .orNull
    while target != null && !queue.isEmpty do pass(queue.poll().nn)

  private def begin(known: Long)(using one: Actor[Event[M]]): Unit =
    // a clock is ahead of what a cluster that was stopped as a whole has used
    val next = math.max(math.max(known, mine.term) + 1, context.system.engine.platform.currentTimeMillis)
    val made = Arrival.start[M](started => make(next)(using started))
    actor = made
    term = Some(next)
    tell(mine.copy(term = next, actor = context.exports.of(made, protocol).number))
    monitor(made)(Event.Ended(next, _)): Unit
    startedAt = context.system.engine.nanoTime

  private def stopped(): Unit =
    actor = null
    term = None
    tell(mine.copy(actor = 0))

  private def tell(now: Candidate): Unit =
    val before = mine
    mine = now
    context.singletons.replace(set, before, now)

  // the node stops
  private def ended(): Unit =
    val running = actor
    if running != null then running.exit(ExitReason.Shutdown)
    term = None
    context.singletons.remove(set, mine)
    while !queue.isEmpty do
      Arrival.lose(context.system, queue.poll(), actorAddress, DeadLetter.Reason.Terminated)
end SingletonKeeper

private[remote] object SingletonKeeper:
  private val mostWaiting = 1000

  private enum Event[M]:
    case Message(message: M)

    /** Candidates came or went, or have another term. */
    case Changed[A]() extends Event[A]
    case Settled[A]() extends Event[A]
    case Rested[A]() extends Event[A]
    case Ended[A](term: Long, reason: ExitReason) extends Event[A]

  private def isBefore(one: Candidate, at: Long, other: Candidate, there: Long): Boolean =
    one.since < other.since || one.since == other.since && java.lang.Long.compareUnsigned(at, there) < 0

  /** Orders as the unsigned number does. */
  private def unsigned(value: Long): Long = value + Long.MinValue
end SingletonKeeper
