package eddy.push.internal

import eddy.actor.ActorSystem
import eddy.push.*
import eddy.runtime.{Engine, EngineConfig}
import eddy.state.LockPolicy
import eddy.testing.Eventually

import scala.collection.mutable
import scala.concurrent.Future
import scala.concurrent.duration.DurationInt

/** Nodes over a memory service, for the tests of the hub. */
abstract class HubSuite extends eddy.testing.PatientSuite:
  private val engine = Engine.start(EngineConfig("hub", workers = 4))
  protected given system: ActorSystem = ActorSystem(engine)
  private val opened = mutable.ArrayBuffer.empty[Channels]

  protected val kept = Namespace("kept", history = 1000, clientsSubscribe = true)
  protected val plain = Namespace("plain", clientsSubscribe = true)
  protected def config = ChannelsConfig(
    Seq(Namespace(), kept, plain),
    // the subscribers here are the tests' own and need not be read; CallbackSuite has the default
    locks = LockPolicy.Unprotected,
    idleTimeout = 0.seconds,
    mediatorTimeout = 1.minute,
    heartbeat = 100.millis
  )

  override def afterEach(context: AfterEach): Unit =
    opened.foreach(c => await(c.close()))
    opened.clear()
  override def afterAll(): Unit = await(engine.shutdown(10.seconds)): Unit

  protected def error(future: Future[?]): PushError = awaitFailure(future) match
    case refused: PushException => refused.error
    case other => fail(s"failed with $other")

  protected def node(mediator: Mediator = MemoryMediator(), config: ChannelsConfig = config): Channels =
    val channels = Channels.start(config, mediator)
    opened += channels
    await(channels.started)
    channels

  protected def interrupted(service: MemoryService = MemoryService()): (Channels, InterruptedMediator) =
    val mediator = InterruptedMediator(MemoryMediator(service))
    (node(mediator), mediator)

  protected def publish(channels: Channels, channel: String, texts: String*): Unit =
    texts.foreach(t => await(channels.publish(channel, Json(t))))

  protected def awaitNoChannel(channels: Channels, channel: String): Unit =
    Eventually.until(s"$channel is forgotten")(channels.core.table.get(channel) == null)
end HubSuite
