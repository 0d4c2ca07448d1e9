package eddy.push.internal

import eddy.push.*

import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.atomic.AtomicInteger
import scala.concurrent.duration.{Duration, FiniteDuration}
import scala.concurrent.{ExecutionContext, Future, Promise}

/** Another mediator whose service can be taken away: arrivals meanwhile are lost, and everything fails, or
  * never answers.
  */
final class InterruptedMediator(inner: Mediator) extends Mediator:
  private val here = ExecutionContext.parasitic
  private val intakes = new ConcurrentHashMap[Interest, Intake]()
  @volatile private var away: "no" | "fails" | "hangs" | "drops" = "no"
  @volatile private var node: MediatorNode | Null = null

  /** Calls that took or dropped an interest, by its name. */
  val subscribes: AtomicInteger = AtomicInteger()
  val unsubscribes: AtomicInteger = AtomicInteger()

  /** How many publications it loses. */
  val loses: AtomicInteger = AtomicInteger()

  /** The next interests are taken at once, and that is said only after so long. */
  @volatile var saysAfter: FiniteDuration = Duration.Zero

  /** What clients publish is published at once, and that is said only when this is done. */
  @volatile var acknowledge: Future[Unit] = Future.unit

  /** So many of the next reads fail. */
  val failingReads: AtomicInteger = AtomicInteger()

  /** Longer data is refused. */
  @volatile var mostBytes: Int = Int.MaxValue

  def cut(hangs: Boolean = false): Unit =
    away = if hangs then "hangs" else "fails"
    val started = node
    if started != null then started.changed(state)

  /** Loses arrivals, which shows only with the next publication. */
  def dropArrivals(): Unit = away = "drops"
  def restore(): Unit =
    away = "no"
    val started = node
    if started != null then started.changed(state)
    intakes.values.nn.forEach(_.gap())

  /** After [[dropArrivals]]; nobody is notified. */
  def deliverAgain(): Unit = if away == "drops" then away = "no"
  def delivers: Boolean = away == "no"

  def interests: Set[Interest] = scala.jdk.CollectionConverters.SetHasAsScala(intakes.keySet.nn).asScala.toSet

  def isStarted: Boolean = node != null

  def name: String = inner.name
  def sharedHistory: Boolean = inner.sharedHistory
  def start(of: MediatorNode): Future[Unit] =
    node = of
    inner.start(of)
  def publish(channel: String, message: Message): Future[Published] = pass:
    val later = if ChannelNames.isInternal(channel) then Future.unit else acknowledge
    if message.data.length <= mostBytes then
      inner.publish(channel, message).flatMap(p => later.map(_ => p)(using here))(using here)
    else Future.failed(PushException(PushError.LimitExceeded, s"${message.data.length} bytes"))

  def subscribe(interest: Interest, intake: Intake): Future[Unit] = pass:
    if !ChannelNames.isInternal(interest.toString.stripPrefix("Channel(")) then
      subscribes.incrementAndGet(): Unit
    intakes.put(interest, intake): Unit
    inner.subscribe(
      interest,
      new Intake:
        def accept(publications: IndexedSeq[Publication]): Int =
          if away == "no" then intake.accept(publications)
          else
            loses.addAndGet(publications.size): Unit
            1000
        def whenReady(resume: () => Unit): Unit = intake.whenReady(resume)
        def gap(): Unit = intake.gap()
    ).flatMap(_ => afterwards)(using here)

  private def afterwards: Future[Unit] =
    val started = node
    if saysAfter == Duration.Zero || started == null then Future.unit
    else
      val said = Promise[Unit]()
      started.system.engine.after(saysAfter)(() => said.success(()): Unit): Unit
      said.future

  def unsubscribe(interest: Interest): Future[Unit] =
    if !ChannelNames.isInternal(interest.toString.stripPrefix("Channel(")) then
      unsubscribes.incrementAndGet(): Unit
    intakes.remove(interest): Unit
    inner.unsubscribe(interest)
  def read(channel: String, query: HistoryQuery): Future[HistoryPage] = pass:
    if failingReads.getAndUpdate(n => math.max(n - 1, 0)) == 0 then inner.read(channel, query)
    else Future.failed(MediatorException("as the test wants"))
  def forget(channel: String): Future[Unit] = pass(inner.forget(channel))
  def state: MediatorState = if away == "fails" || away == "hangs" then
    MediatorState.Down("it was cut", System.currentTimeMillis)
  else inner.state
  def close(): Future[Unit] = inner.close()

  private def pass[A](call: => Future[A]): Future[A] = away match
    case "fails" => Future.failed(MediatorException("the service was cut"))
    case "hangs" => Promise[A]().future
    case _ => call
end InterruptedMediator
