package eddy.push.activemq

import eddy.actor.ActorSystem
import eddy.push.*
import eddy.runtime.{Engine, EngineConfig}

import java.net.URI
import scala.concurrent.duration.DurationInt

/** A suite with a broker that runs, and nodes whose mediators end after each test. */
abstract class BrokerSuite(broker: TestBroker) extends eddy.testing.PatientSuite:

  /** The broker that runs. */
  protected def served: TestBroker = broker

  protected val engine: Engine = Engine.start(EngineConfig("test", workers = 2))
  private val system = ActorSystem(engine)
  private var opened = Vector.empty[Mediator]

  override def beforeAll(): Unit = broker.start()
  override def afterAll(): Unit =
    broker.kill()
    await(engine.shutdown(10.seconds)): Unit

  override def afterEach(context: AfterEach): Unit =
    opened.foreach(m => await(m.close()))
    opened = Vector.empty

  /** One that has been started, or will be; soon back when it loses its broker. */
  protected def node(config: ActiveMqConfig = broker.config, start: Boolean = true): (Mediator, TestNode) =
    val mediator = broker.mediator(config.copy(reconnectFirst = 20.millis, reconnectMost = 200.millis))
    val node = TestNode(system)
    opened = opened :+ mediator
    if start then await(mediator.start(node))
    (mediator, node)

  protected def parted(): (Way, ActiveMqConfig) =
    val way = Way(URI(broker.config.uri).getPort)
    (way, broker.config.copy(uri = s"tcp://127.0.0.1:${way.port}"))

  protected def message(text: String): Message = Message(Json(s"\"$text\""))

  /** That these have come, in this order, and nothing else. */
  protected def assertHears(in: TestIntake, texts: Iterable[String]): Unit =
    awaitCome(in, texts.size)
    assertEquals(in.texts, texts.toVector.map(t => s"\"$t\""))

  protected def awaitCome(in: TestIntake, n: Int): Unit = in.publications.awaitSize(n): Unit

  extension (mediator: Mediator)
    protected def say(channel: String, text: String): Unit =
      await(mediator.publish(channel, message(text))): Unit
    protected def hear(channel: String, intake: TestIntake = TestIntake()): TestIntake =
      await(mediator.subscribe(Interest.Channel(channel), intake))
      intake
    protected def hearAll(pattern: String): TestIntake =
      val intake = TestIntake()
      await(mediator.subscribe(Interest.Pattern(pattern), intake))
      intake

  extension (node: TestNode)
    /** Until its mediator reports to be down, whatever its state was at the start. */
    protected def awaitDown(): Unit =
      node.states.await("change to down")(_.lastOption.exists(_ != MediatorState.Up)): Unit
    protected def awaitUp(): Unit =
      node.states.await("change to up")(_.lastOption.contains(MediatorState.Up)): Unit
end BrokerSuite
