package eddy.bench.peers.artery

import eddy.bench.peers.{Companion, Done, Reports, Workload}

import org.apache.pekko.actor.{Actor, ActorRef, Props, Terminated}

private[artery] final class Monitors(systems: Systems, count: Int) extends Workload:
  def go(n: Long): Done = Monitors.timed(systems, count)(systems.endAll())
  override def close(): Unit = systems.close()

/** @param start systems for one `go` */
private[artery] final class Kill(start: () => Systems, count: Int) extends Workload:
  def go(n: Long): Done =
    val systems = start()
    try Monitors.timed(systems, count)(Companion.kill())
    finally systems.close()

private[artery] object Monitors:
  def timed(systems: Systems, count: Int)(end: => Unit): Done =
    val all = systems.remote("echo", count)
    val watched = Reports(1)
    val over = Reports(1)
    systems.start(Props(Watcher(count, all, watched, over))): Unit
    val _ = watched.await()
    val began = System.nanoTime
    end
    val answer = over.await()
    Done(System.nanoTime - began, answer)

  private final class Watcher(count: Int, all: Vector[ActorRef], watched: Reports, over: Reports)
      extends Actor:
    private var downs = 0L
    all.foreach(context.watch)
    watched.report(1)

    def receive: Receive =
      case Terminated(_) =>
        downs += 1
        if downs == count then
          over.report(downs)
          context.stop(self)
  end Watcher
end Monitors
