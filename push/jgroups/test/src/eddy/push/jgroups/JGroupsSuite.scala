package eddy.push.jgroups

import eddy.actor.ActorSystem
import eddy.push.*
import eddy.runtime.{Engine, EngineConfig}
import eddy.testing.Eventually

import scala.collection.mutable
import scala.concurrent.Future
import scala.concurrent.duration.DurationInt

/** Nodes of a cluster for each test. */
abstract class JGroupsSuite extends eddy.testing.PatientSuite:
  export Eventually.until
  private val engine = Engine.start(EngineConfig("jgroups-test", workers = 4))
  protected given system: ActorSystem = ActorSystem(engine)
  private var cluster = TestCluster()
  private val opened = mutable.ArrayBuffer.empty[() => Unit]

  override def beforeEach(context: BeforeEach): Unit = cluster = TestCluster()
  override def afterEach(context: AfterEach): Unit =
    opened.reverseIterator.foreach(_())
    opened.clear()
  override def afterAll(): Unit = await(engine.shutdown(10.seconds)): Unit

  /** Of the next node. */
  protected def config: JGroupsConfig = cluster.next()
  protected def atEnd(what: => Unit): Unit = opened += (() => what)

  /** A mediator that is part of the cluster. */
  protected final class Member(config: JGroupsConfig = cluster.next()):
    val node: TestNode = TestNode(system)
    val mediator: JGroupsMediator = JGroupsMediator(config)
    atEnd(await(mediator.close()))
    val started: Future[Unit] = mediator.start(node)

    def up(): this.type =
      await(started)
      TestCluster.hasten(mediator)
      this

    def send(channel: String, text: String): Future[Published] =
      mediator.publish(channel, Message(Json(s"\"$text\""), origin = node.id))
    def publish(channel: String, texts: String*): Vector[Position] =
      texts.toVector.map(send(channel, _)).map(await(_)).flatMap(_.position)

    def hear(channel: String): TestIntake =
      val intake = TestIntake()
      await(mediator.subscribe(Interest.Channel(channel), intake))
      intake

    def read(channel: String, after: Option[Position] = None): HistoryPage =
      await(mediator.read(channel, HistoryQuery(after, 10_000)))

    def texts(channel: String): Vector[String] = read(channel).publications.map(text)

    /** Waits until it sees so many nodes. */
    def sees(nodes: Int): Unit = until(s"$nodes nodes, ${mediator.state}"):
      TestCluster.members(mediator) == nodes && mediator.state == MediatorState.Up
  end Member

  protected def text(publication: Publication): String = publication.message.data.toString.replace("\"", "")
end JGroupsSuite
