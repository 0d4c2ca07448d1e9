package eddy.push.sns

import eddy.actor.ActorSystem
import eddy.push.*
import eddy.push.sns.internal.Aws
import eddy.runtime.{Engine, EngineConfig}
import eddy.testing.{Eventually, NeedingSuite, TimeLimit}
import eddy.web.RunningServer

import scala.concurrent.Future
import scala.concurrent.duration.DurationInt

/** A suite with LocalStack, and nodes of one topic that end after each test. */
abstract class SnsSuite(topic: String) extends NeedingSuite(topic):
  override protected def timeLimit: TimeLimit = TimeLimit(10.minutes, "The first run installs LocalStack.")

  export Eventually.until
  val _ = need(LocalStack.need)
  protected given engine: Engine = Engine.start(EngineConfig("test", workers = 2))
  protected val system: ActorSystem = ActorSystem(engine)
  protected lazy val aws: Aws = Aws(config)
  private var ends = List.empty[() => Unit]

  override def beforeAll(): Unit =
    super.beforeAll()
    LocalStack.ready()

  override def afterEach(context: AfterEach): Unit =
    ends.foreach(_())
    ends = Nil

  override def afterAll(): Unit =
    await(engine.shutdown(10.seconds)): Unit

  protected def atEnd(end: => Unit): Unit = ends = (() => end) :: ends
  protected def config: SnsConfig = LocalStack.config(topic)

  final class Node(config: SnsConfig):
    val told: TestNode = TestNode(system)
    val mediator: SnsMediator = SnsMediator(config)
    val started: Future[Unit] = mediator.start(told)
    atEnd(await(mediator.close()))

    def hear(channel: String, intake: TestIntake = TestIntake()): TestIntake =
      await(mediator.subscribe(Interest.Channel(channel), intake))
      intake
    def say(channel: String, texts: String*): Unit =
      texts.map(t => mediator.publish(channel, message(t))).foreach(f => await(f): Unit)
    def awaitDown(): Unit =
      told.states.await("change to down")(_.lastOption.exists(_ != MediatorState.Up)): Unit
    def awaitUp(): Unit =
      told.states.await("change to up")(_.lastOption.contains(MediatorState.Up)): Unit
  end Node

  protected def node(config: SnsConfig = config): Node =
    val made = Node(config)
    await(made.started)
    made

  protected def endpoint(): (RunningServer, SnsEndpoint) =
    val (server, endpoint) = Endpoints.open()
    atEnd(server.stop())
    (server, endpoint)

  protected def message(text: String): Message = Message(Json(s"\"$text\""))
  protected def failure(future: Future[?]): Throwable = awaitFailure(future)

  /** That these have come, in this order, and nothing else. */
  protected def assertHears(in: TestIntake, texts: Iterable[String]): Unit =
    in.publications.awaitSize(texts.size): Unit
    assertEquals(in.texts, texts.toVector.map(t => s"\"$t\""))
end SnsSuite
