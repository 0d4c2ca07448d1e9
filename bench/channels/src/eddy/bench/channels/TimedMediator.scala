package eddy.bench.channels

import eddy.push.*

import scala.concurrent.Future

import org.HdrHistogram.{Histogram, Recorder}

/** A mediator, and how long each publication of this node took through it and back (MTT): what the metrics of Eddy show of the last
  * minute, here since it was asked last, with the deviation.
  */
private final class TimedMediator(inner: Mediator) extends Mediator:
  private val recorder = new Recorder(600_000_000_000L, 3)
  @volatile private var node = ""

  /** Count, and in nanoseconds mean, standard deviation and 99th percentile, since the last call. */
  def taken(): String =
    val times: Histogram = recorder.getIntervalHistogram
    s"${times.getTotalCount} ${times.getMean} ${times.getStdDeviation} ${times.getValueAtPercentile(99)}"

  def name: String = inner.name
  def sharedHistory: Boolean = inner.sharedHistory

  def start(node: MediatorNode): Future[Unit] =
    this.node = node.id
    inner.start(node)

  def publish(channel: String, message: Message): Future[Published] = inner.publish(channel, message)

  def subscribe(interest: Interest, intake: Intake): Future[Unit] =
    inner.subscribe(
      interest,
      new Intake:
        def accept(publications: IndexedSeq[Publication]): Int =
          val now = System.nanoTime
          for p <- publications if p.message.origin == node && p.message.sent != 0 do
            recorder.recordValue(math.max(0, now - p.message.sent))
          intake.accept(publications)
        def whenReady(resume: () => Unit): Unit = intake.whenReady(resume)
        def gap(): Unit = intake.gap()
    )

  def unsubscribe(interest: Interest): Future[Unit] = inner.unsubscribe(interest)
  def read(channel: String, query: HistoryQuery): Future[HistoryPage] = inner.read(channel, query)
  def forget(channel: String): Future[Unit] = inner.forget(channel)
  def state: MediatorState = inner.state
  def close(): Future[Unit] = inner.close()
end TimedMediator
