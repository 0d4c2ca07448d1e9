package eddy.bench.peers.pekko.typed

import eddy.bench.peers.Workload

import java.util.concurrent.CompletableFuture
import scala.concurrent.Await
import scala.concurrent.duration.DurationInt

import org.apache.pekko.actor.typed.scaladsl.{ActorContext, Behaviors}
import org.apache.pekko.actor.typed.{ActorSystem, Behavior}

/** A workload with an actor system of its own. */
private[typed] abstract class TypedWorkload extends Workload:
  private val system = ActorSystem(Job.guardian, "typed")

  /** Runs in the guardian, hence can start children; blocks until it has run. */
  final protected def inside[A](work: ActorContext[?] => A): A =
    val result = CompletableFuture[A]()
    system ! Job: context =>
      try
        val _ = result.complete(work(context))
      catch
        case e: (Exception | OutOfMemoryError) =>
          val _ = result.completeExceptionally(e)
    result.join().asInstanceOf[A]

  override def close(): Unit =
    system.terminate()
    val _ = Await.result(system.whenTerminated, 1.minute)
end TypedWorkload

private final case class Job(run: ActorContext[?] => Unit)

private object Job:
  val guardian: Behavior[Job] = Behaviors.receive: (context, job) =>
    job.run(context)
    Behaviors.same
