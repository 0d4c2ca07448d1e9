package eddy.bench.node

import eddy.actor.*
import eddy.bench.peers.{Companion, Done, Reports, Workload}
import eddy.remote.{Pickler, Spawnable}

/** Starts so many actors, tells their addresses, and ends them when told. */
private[node] object Crowd extends Spawnable[(Int, ActorRef[Watching]), End]("crowd")((count, to) =>
      val all = List.fill(count)(actor[Unit](react { case () => stop }))
      to ! Watching.Started(all)
      react:
        case End() =>
          all.foreach(_.exit(ExitReason.Because("the end")))
          done
    )

private[node] final case class End() derives Pickler

private[node] enum Watching derives Pickler:
  case Started(all: List[ActorRef[Unit]])
  case Down

/** An actor monitors many of the other node; then all end. That is timed. */
private[node] final class Monitors(nodes: Nodes, count: Int) extends Workload:
  def go(n: Long): Done = Monitors.timed(nodes, count)(_ ! End())
  override def close(): Unit = nodes.close()

/** The same; then the process of the other node is killed.
  *
  * @param start nodes for one `go`
  */
private[node] final class Kill(start: () => Nodes, count: Int) extends Workload:
  def go(n: Long): Done =
    val nodes = start()
    try Monitors.timed(nodes, count)(_ => Companion.kill())
    finally nodes.close()

private[node] object Monitors:
  def timed(nodes: Nodes, count: Int)(end: ActorRef[End] => Unit): Done =
    val watched, over = Reports(1)
    val watcher = nodes.start[Watching](watching(count, watched, over))
    val crowd = nodes.spawn(Crowd, (count, watcher))
    val _ = watched.await()
    val began = System.nanoTime
    end(crowd)
    val answer = over.await()
    Done(System.nanoTime - began, answer)

  private def watching(count: Int, watched: Reports, over: Reports)(using
      Actor[Watching]
  ): Behavior[Watching] = react:
    case Watching.Started(all) =>
      all.foreach(one => monitor(one)(_ => Watching.Down): Unit)
      watched.report(1)
      counting(count, 0, over)

  private def counting(count: Int, downs: Long, over: Reports)(using Actor[Watching]): Behavior[Watching] =
    if downs == count then
      over.report(downs)
      done
    else
      react:
        case Watching.Down => counting(count, downs + 1, over)
end Monitors
