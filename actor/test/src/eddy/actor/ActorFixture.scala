package eddy.actor

import eddy.runtime.{Engine, EngineConfig}
import eddy.testing.Eventually

import java.util.concurrent.{ConcurrentLinkedQueue, LinkedBlockingQueue}
import java.util.logging.{Handler, LogRecord, Logger}
import scala.concurrent.duration.DurationInt
import scala.jdk.CollectionConverters.*

/** An engine and a system for each suite, the reported failures, and mailboxes that a test can read. */
abstract class ActorFixture extends eddy.testing.PatientSuite:
  private val failures = new ConcurrentLinkedQueue[(Throwable, String)]()
  val engine: Engine =
    Engine.start(EngineConfig(
      workers = 2,
      reporter = (failure, where) =>
        val _ = failures.add((failure, where))
    ))

  /** Those of the suite. */
  protected def newSystem: ActorSystem = new ActorSystem(engine)
  given system: ActorSystem = newSystem

  override def beforeEach(context: BeforeEach): Unit = failures.clear()
  override def afterAll(): Unit = await(engine.shutdown(5.seconds)): Unit

  /** Messages of the failures that were reported. */
  def reported: List[String] = failures.asScala.toList.map((failure, _) => String.valueOf(failure.getMessage))

  /** Where they were. */
  def reportedWhere: List[String] = failures.asScala.toList.map((_, where) => where)

  /** Collects what it is sent. */
  final class Probe[M]:
    private val queue = new LinkedBlockingQueue[M]()
    val ref: ActorRef[M] = actor[M]:
      loop:
        react: message =>
          queue.put(message)
          done
    def next(): M = awaitNext(queue, "a message")
    def next(n: Int): List[M] = List.fill(n)(next())
    def isEmpty: Boolean = queue.isEmpty

  /** Tells `probe` when `other` has ended. */
  def watch(other: ActorRef[?], probe: Probe[ExitReason]): Unit =
    other.addMonitor(new Monitor(other, reason => probe.ref ! reason))

  /** How `other` ends, by what `act` does; waits for it. All that its end leads to has been sent by then. */
  def endOf(other: ActorRef[?], act: => Unit): ExitReason =
    val probe = new Probe[ExitReason]
    watch(other, probe)
    act
    probe.next()

  /** How `other` ended; waits for it. When it has ended just now this is NoActor, and others may not have
    * heard of it yet.
    */
  def endOf(other: ActorRef[?]): ExitReason = endOf(other, ())

  /** Until it waits for what has not come. */
  def settle(ref: ActorRef[?]): Unit = settle(ref.asInstanceOf[internal.cell.Cell[?]], _ => true)

  /** Waits until a life of `child` is over and its supervisor, which decides on a restart, was notified. */
  def settleSuspended(child: Child[?]): Unit = settle(child.cell, _.suspended)

  private def settle(cell: internal.cell.Cell[?], holds: internal.cell.Cell[?] => Boolean): Unit =
    Eventually.until("the actor waits for a message", s"$cell still runs")(cell.isIdle && holds(cell))

  /** It ends normally, or has ended before it could be watched. */
  def assertEndsWell(other: ActorRef[?]): Unit =
    val reason = endOf(other)
    assert(reason == ExitReason.Normal || reason == ExitReason.NoActor, reason.toString)

  /** The lines that the logger of actors receives while `body` runs. */
  def logged(body: => Unit): List[String] =
    val records = new ConcurrentLinkedQueue[String]()
    val logger = Logger.getLogger("eddy.actor").nn
    val handler = new Handler:
      override def publish(record: LogRecord | Null): Unit =
        val _ = records.add(record.nn.getMessage)
      override def flush(): Unit = ()
      override def close(): Unit = ()
    logger.addHandler(handler)
    try body
    finally logger.removeHandler(handler)
    records.asScala.toList
end ActorFixture
