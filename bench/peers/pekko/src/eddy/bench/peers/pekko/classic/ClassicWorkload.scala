package eddy.bench.peers.pekko.classic

import eddy.bench.peers.Workload

import java.util.concurrent.CompletableFuture
import scala.concurrent.Await
import scala.concurrent.duration.DurationInt

import org.apache.pekko.actor.{Actor, ActorContext, ActorSystem, Props}

/** A workload with an actor system of its own. */
private[classic] abstract class ClassicWorkload extends Workload:
  private val system = ActorSystem("classic")
  private val root = system.actorOf(Props(Root()))

  /** Runs in an actor, hence starts children without asking the guardian for each; blocks until it has run. */
  final protected def inside[A](work: ActorContext => A): A =
    val result = CompletableFuture[A]()
    root ! Job: context =>
      try
        val _ = result.complete(work(context))
      catch
        case e: (Exception | OutOfMemoryError) =>
          val _ = result.completeExceptionally(e)
    result.join().asInstanceOf[A]

  override def close(): Unit =
    val _ = Await.result(system.terminate(), 1.minute)
end ClassicWorkload

private final case class Job(run: ActorContext => Unit)

private final class Root extends Actor:
  def receive: Receive =
    case Job(run) => run(context)
