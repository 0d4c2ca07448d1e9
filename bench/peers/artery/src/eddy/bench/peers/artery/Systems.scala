package eddy.bench.peers.artery

import eddy.bench.peers.{Done, Reports}

import java.util.concurrent.{CompletableFuture, TimeUnit}
import scala.concurrent.Await
import scala.concurrent.duration.DurationInt

import com.typesafe.config.ConfigFactory
import org.apache.pekko.actor.{Actor, ActorRef, ActorSelection, ActorSystem, ExtendedActorSystem, Props}

/** An actor system, connected with that of the other process. */
private[artery] final class Systems(serializer: Serializers, address: String) extends AutoCloseable:
  private val system = Systems.start("driver", serializer)
  private val factory: ActorSelection = system.actorSelection(s"$address/user/factory")

  /** Starts actors over there. Their names begin with their kind. */
  def remote(kind: String, count: Int): Vector[ActorRef] =
    val all = CompletableFuture[Vector[ActorRef]]()
    val collector = start(Props(Collector(count, all)))
    factory.tell(Wire.Start(kind, count), collector)
    all.get(1, TimeUnit.MINUTES).nn

  /** Ends what was started over there. */
  def endAll(): Unit = factory ! Wire.End(0)

  /** Starts an actor here. */
  def start(props: Props): ActorRef = system.actorOf(props)

  def timed(expected: Int)(begin: Reports => Unit): Done =
    val reports = Reports(expected)
    val began = System.nanoTime
    begin(reports)
    val answer = reports.await()
    Done(System.nanoTime - began, answer)

  override def close(): Unit = Await.result(system.terminate(), 1.minute): Unit
end Systems

private[artery] object Systems:
  def start(name: String, serializer: Serializers): ActorSystem =
    ActorSystem(name, serializer.config.withFallback(ConfigFactory.load()).nn)

  /** Starts the system that waits for work; its address. */
  def companion(serializer: Serializers): String =
    val system = start("companion", serializer)
    system.actorOf(Props(Factory()), "factory"): Unit
    system.asInstanceOf[ExtendedActorSystem].provider.getDefaultAddress.toString

private final class Collector(count: Int, all: CompletableFuture[Vector[ActorRef]]) extends Actor:
  private var known = Vector.empty[ActorRef]

  def receive: Receive =
    case _: Wire.Started =>
      known = known :+ sender()
      if known.size == count then
        all.complete(known): Unit
        context.stop(self)
end Collector
