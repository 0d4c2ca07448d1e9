package eddy.bench.web.load

import eddy.bench.{Clock, Pacer, Timetable}

import java.util.concurrent.{CountDownLatch, TimeUnit}
import scala.concurrent.duration.{DurationInt, FiniteDuration}

import org.HdrHistogram.Histogram

/** What became of an open-loop load.
  *
  * @param latencies by place; nanoseconds from when a request was due. One that was given up has what it had waited by then.
  * @param inTime answered right, and within the time limit, by place
  * @param late answered after the limit, or given up at the end
  * @param refused answered with 503
  * @param broken lost with their connection
  * @param wrong why the first wrong answer was wrong
  * @param seconds that the schedule took
  * @param doneSeconds from the start until the last answer in time
  * @param lateness of the generator: from when a request was due until it was sent, unless it waited for a connection
  */
private[bench] final case class Arrived(
    latencies: Vector[Histogram],
    inTime: Vector[Long],
    late: Long,
    refused: Long,
    broken: Long,
    wrong: Option[LoadFailure],
    lateness: Histogram,
    sent: Long,
    seconds: Double,
    doneSeconds: Double
):
  def millis(place: Int, percentile: Double): Double = latencies(place).getValueAtPercentile(percentile) / 1e6
  def meanMillis(place: Int): Double = latencies(place).getMean / 1e6

/** Sends requests when they are due, each on a connection that is free, whatever became of those before.
  *
  * @param ask the request of an event
  * @param place where its latency is counted, from 0
  * @param limit what takes longer is late; what has not come so long after the last was due is given up
  * @param maxConnections requests beyond wait for one to be free; their latency runs meanwhile
  */
private[bench] final class OpenLoop(
    client: WebClient,
    port: Int,
    timetable: Timetable,
    ask: Long => Ask,
    places: Int = 1,
    place: Long => Int = _ => 0,
    limit: FiniteDuration = 5.seconds,
    maxConnections: Int = 4000
):
  private val settled = new CountDownLatch(1)
  // the rest is the client's thread's
  private val latencies = Vector.fill(places)(histogram())
  private val lateness = histogram()
  private val inTime = new Array[Long](places)
  private var late, refused, broken, open, sent, settledCount = 0L
  private var lastInTime = System.nanoTime
  private var wrong: Option[LoadFailure] = None
  private val all = new java.util.ArrayList[Sending]
  private val free = new java.util.ArrayDeque[Sending]
  private val waiting = new java.util.ArrayDeque[Event]

  def run(): Arrived =
    val start = Pacer(timetable, Clock.system).run: (number, due) =>
      client.execute(() => arrive(Event(ask(number), place(number), due)))
    val last = start + timetable.dueNanos(timetable.count - 1)
    val _ = settled.await(last + limit.toNanos - System.nanoTime, TimeUnit.NANOSECONDS)
    client.ask:
      giveUp()
      Arrived(
        latencies,
        inTime.toVector,
        late,
        refused,
        broken,
        wrong,
        lateness,
        sent,
        timetable.seconds,
        (lastInTime - start) / 1e9
      )

  private def histogram() = new Histogram(600_000_000_000L, 3)

  private def arrive(event: Event): Unit =
    sent += 1
    val idle = free.pollLast()
    if idle != null then
      lateness.recordValue(math.max(0, System.nanoTime - event.due))
      idle.take(event)
    else if open < maxConnections then connect(event)
    else
      val _ = waiting.add(event)

  private def connect(event: Event): Unit =
    open += 1
    val wire = new Sending(event)
    val _ = all.add(wire)
    client.connect(port, wire)(_ => wire.unopened())

  private def settle(): Unit =
    settledCount += 1
    if settledCount == timetable.count then settled.countDown()

  private def took(event: Event): Long =
    val nanos = math.max(0, System.nanoTime - event.due)
    latencies(event.place).recordValue(math.min(nanos, 600_000_000_000L))
    nanos

  private def giveUp(): Unit =
    all.forEach: wire =>
      wire.abandon().foreach: event =>
        val _ = took(event)
        late += 1
      wire.close()
    waiting.forEach: event =>
      val _ = took(event)
      late += 1

  private final class Event(val ask: Ask, val place: Int, val due: Long)

  private final class Sending(first: Event) extends Wire:
    private var current: Option[Event] = Some(first)
    private var abandoned = false

    def take(event: Event): Unit =
      current = Some(event)
      send(event.ask)
      flush()

    def abandon(): Option[Event] =
      abandoned = true
      val left = current
      current = None
      left

    def unopened(): Unit = ended(Some("no connection"))

    protected def opened(): Unit = if abandoned then close() else current.foreach(take)

    protected def answered(answer: AnswerReader): Unit =
      for event <- current do
        current = None
        val nanos = took(event)
        if answer.status == 503 then refused += 1
        else if answer.status != 200 || !answer.bodyIs(event.ask.body) then
          wrong = wrong.orElse(Some(LoadFailure.wrongAnswer(event.ask, answer.status, answer.bodyText)))
        else if nanos > limit.toNanos then late += 1
        else
          inTime(event.place) += 1
          lastInTime = System.nanoTime
        val next = waiting.poll()
        if next != null then take(next) else free.addLast(this): Unit
        settle()

    protected def ended(why: Option[String]): Unit =
      open -= 1
      val _ = free.remove(this)
      for event <- current do
        current = None
        val _ = took(event)
        broken += 1
        settle()
      val next = waiting.poll()
      if next != null && !abandoned then connect(next)
  end Sending
end OpenLoop
