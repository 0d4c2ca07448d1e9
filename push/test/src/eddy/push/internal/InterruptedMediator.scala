package eddy.push.internal

import eddy.push.*

import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.atomic.AtomicInteger
import scala.concurrent.{Future, Promise}

/** Another mediator whose service can be taken away: what arrives meanwhile is lost, and everything fails, or never answers. */
final class InterruptedMediator(inner: Mediator) extends Mediator:
  private val intakes = new ConcurrentHashMap[Interest, Intake]()
  @volatile private var away: "no" | "fails" | "hangs" | "drops" = "no"
  @volatile private var node: MediatorNode | Null = null

  /** Calls that took or dropped an interest, by its name. */
  val subscribes: AtomicInteger = AtomicInteger()
  val unsubscribes: AtomicInteger = AtomicInteger()

  /** How many publications it loses. */
  val loses: AtomicInteger = AtomicInteger()

  def cut(hangs: Boolean = false): Unit =
    away = if hangs then "hangs" else "fails"
    val started = node
    if started != null then started.changed(state)

  /** Loses what arrives, and nobody notices before the next publication. */
  def dropArrivals(): Unit = away = "drops"
  def restore(): Unit =
    away = "no"
    val started = node
    if started != null then started.changed(state)
    intakes.values.nn.forEach(_.gap())

  /** After [[dropArrivals]]; nobody is told. */
  def deliverAgain(): Unit = if away == "drops" then away = "no"
  def delivers: Boolean = away == "no"

  def interests: Set[Interest] = scala.jdk.CollectionConverters.SetHasAsScala(intakes.keySet.nn).asScala.toSet

  def name: String = inner.name
  def sharedHistory: Boolean = inner.sharedHistory
  def start(of: MediatorNode): Future[Unit] =
    node = of
    inner.start(of)
  def publish(channel: String, message: Message): Future[Published] = pass(inner.publish(channel, message))

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
    )

  def unsubscribe(interest: Interest): Future[Unit] =
    if !ChannelNames.isInternal(interest.toString.stripPrefix("Channel(")) then
      unsubscribes.incrementAndGet(): Unit
    intakes.remove(interest): Unit
    inner.unsubscribe(interest)
  def read(channel: String, query: HistoryQuery): Future[HistoryPage] = pass(inner.read(channel, query))
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
