package eddy.push

import eddy.actor.ActorSystem
import eddy.runtime.{Engine, EngineConfig}

import java.util.concurrent.atomic.AtomicInteger
import scala.collection.mutable
import scala.concurrent.duration.DurationInt

/** Nodes with mediators of one service, for the parts of the [[MediatorContract]]. Each test uses channels of
  * its own, so the service may be one for all.
  */
abstract class ContractNodes extends eddy.testing.PatientSuite:
  /** A mediator of one more node, not started; all are of one service, and see what the others publish. */
  def newMediator(delivery: Delivery): Mediator

  /** The ways in which it delivers. */
  def deliveries: Seq[Delivery] = Delivery.values.toSeq

  /** Takes the service away, and brings it back; `None` where that cannot be. */
  def service: Option[RestartableService] = None

  /** A mediator of one more node, not started, and the ways between it and the service; `None` where these
    * cannot be parted.
    */
  def newParted(delivery: Delivery): Option[(Mediator, Seq[Way])] = None

  /** The largest message that the service takes, in bytes of its data. */
  def largest: Int = 1024 * 1024

  /** Whether the nodes hold the histories in their memory. */
  def holdsHistories: Boolean = true

  /** How many publications may have come after the interest ended: those on their way. */
  def slack: Int = 512

  protected val engine: Engine = Engine.start(EngineConfig("contract", workers = 4))
  protected given system: ActorSystem = ActorSystem(engine)
  private val opened = mutable.ArrayBuffer.empty[Mediator]
  protected val ways: mutable.ArrayBuffer[Way] = mutable.ArrayBuffer.empty
  private val numbers = new AtomicInteger()

  override def afterEach(context: AfterEach): Unit =
    ways.foreach(_.heal())
    opened.map(_.close()).foreach(await(_))
    opened.clear()
    ways.foreach(_.close())
    ways.clear()

  override def afterAll(): Unit = await(engine.shutdown(10.seconds)): Unit

  /** A mediator that has been started, of a node of its own. */
  protected def started(delivery: Delivery = deliveries.head): (Mediator, TestNode) =
    val mediator = newMediator(delivery)
    (mediator, start(mediator))

  protected def start(mediator: Mediator): TestNode =
    val node = TestNode(system)
    opened += mediator
    await(mediator.start(node))
    node

  /** A channel that no other test uses. */
  protected def channel(of: String): String = s"$of-${numbers.incrementAndGet()}-${java.util.UUID.randomUUID}"
  protected def kept: String = channel("kept")
  protected def plain: String = channel("plain")

  protected def text(s: String): Message = Message(Json(s"\"$s\""), time = 1)
  protected def publish(mediator: Mediator, channel: String, texts: String*): Unit =
    texts.foreach(t => await(mediator.publish(channel, text(t))))

  protected def data(publications: Iterable[Publication]): List[String] =
    publications.map(_.message.data.toString.replace("\"", "")).toList
end ContractNodes
