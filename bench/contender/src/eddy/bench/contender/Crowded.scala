package eddy.bench.contender

import eddy.actor.*
import eddy.bench.peers.{Done, Reports, Workload}
import eddy.runtime.Engine

import java.nio.file.Path
import java.util.concurrent.atomic.AtomicLong
import scala.jdk.CollectionConverters.*

/** Actors that pass messages and never block, beside a process that computes on every processor. */
private[contender] final class Crowded(count: Int) extends Workload:
  import Crowded.*

  private val neighbour = startNeighbour()
  private val actors = Vector.tabulate(count)(at => Asking.started[Pass](passing(at)))

  def go(n: Long): Done =
    tell(neighbour, 1)
    val before = Engine.default.stats.sparesStarted
    val pass = Pass(actors, new AtomicLong(n), new AtomicLong, Reports(count))
    val began = System.nanoTime
    actors.foreach(_ ! pass)
    val _ = pass.over.await()
    val nanos = System.nanoTime - began
    tell(neighbour, 0)
    Done(nanos, pass.taken.get, Seq("spares" -> (Engine.default.stats.sparesStarted - before)))

  override def close(): Unit = neighbour.destroy()
end Crowded

private object Crowded:
  final case class Pass(among: Vector[ActorRef[Pass]], left: AtomicLong, taken: AtomicLong, over: Reports)

  /** Passes on to another, far away. */
  def passing(at: Int)(using Actor[Pass]): Behavior[Pass] = react:
    case pass =>
      if pass.left.decrementAndGet() >= 0 then
        pass.taken.incrementAndGet(): Unit
        pass.among((at * 31 + 7) % pass.among.size) ! pass
      else pass.over.report(0)
      passing(at)

  def startNeighbour(): Process =
    val java = Path.of(System.getProperty("java.home"), "bin", "java").toString
    val classPath = String.valueOf(System.getProperty("java.class.path"))
    val command =
      List(java, "-Xmx32m", "-XX:+UseSerialGC", "-cp", classPath, "eddy.bench.contender.Neighbour")
    new ProcessBuilder(command.asJava).redirectError(ProcessBuilder.Redirect.INHERIT).nn.start().nn

  def tell(neighbour: Process, command: Int): Unit =
    val pipe = neighbour.getOutputStream.nn
    pipe.write(command)
    pipe.flush()
end Crowded
