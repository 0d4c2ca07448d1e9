package eddy.bench.web.load

import eddy.bench.{Clock, Pacer, Timetable}

import java.util.concurrent.{CountDownLatch, TimeUnit}
import scala.concurrent.duration.{DurationInt, FiniteDuration}

import org.HdrHistogram.Histogram

/** Sends requests when they are due, each on a connection that is free, whatever became of those before.
  *
  * @param ask the request of an event
  * @param place where it is counted, from 0
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
  private val counts = Vector.fill(places)(new Count)
  private val lateness = OpenLoop.histogram()
  private var open, sent, settledCount = 0L
  private var lastInTime = System.nanoTime
  private var wrong: Option[LoadFailure] = None
  private val all = new java.util.ArrayList[Sending]
  private val free = new java.util.ArrayDeque[Sending]
  private val waiting = new java.util.ArrayDeque[Event]

  def run(): Arrived =
    val start = Pacer(timetable, Clock.system).run: (number, due) =>
      client.execute(() => arrive(Event(ask(number), counts(place(number)), due)))
    val last = start + timetable.dueNanos(timetable.count - 1)
    val _ = settled.await(last + limit.toNanos - System.nanoTime, TimeUnit.NANOSECONDS)
    client.ask:
      giveUp()
      val done = (lastInTime - start) / 1e9
      Arrived(counts.map(_.fates), wrong, lateness, sent, timetable.seconds, done)

  private def arrive(event: Event): Unit =
    sent += 1
    lateness.recordValue(math.max(0, System.nanoTime - event.due))
    val idle = free.pollLast()
    if idle != null then idle.take(event)
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

  private def giveUp(): Unit =
    all.forEach: wire =>
      wire.abandon().foreach(_.givenUp())
      wire.close()
    waiting.forEach(_.givenUp())

  private final class Count:
    private val latencies = OpenLoop.histogram()
    var inTime, late, refused, lost = 0L

    /** Nanoseconds from `due` until now. */
    def took(due: Long): Long =
      val nanos = math.max(0, System.nanoTime - due)
      latencies.recordValue(math.min(nanos, OpenLoop.longest))
      nanos

    def fates: Fates = Fates(latencies, inTime, late, refused, lost)
  end Count

  private final class Event(val ask: Ask, count: Count, val due: Long):
    def answered(answer: AnswerReader): Unit =
      if answer.status == 503 then count.refused += 1
      else if !ask.isRight(answer) then
        wrong = wrong.orElse(Some(LoadFailure.wrongAnswer(ask, answer.status, answer.bodyText)))
      else if count.took(due) > limit.toNanos then count.late += 1
      else
        count.inTime += 1
        lastInTime = System.nanoTime

    def lost(): Unit = count.lost += 1

    def givenUp(): Unit =
      val _ = count.took(due)
      count.late += 1
  end Event

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
        event.answered(answer)
        // what is sent on a connection that the server is closing would be lost by the client's fault
        if answer.isLast then close()
        else
          val next = waiting.poll()
          if next != null then take(next) else free.addLast(this): Unit
        settle()

    protected def ended(why: Option[String]): Unit =
      open -= 1
      val _ = free.remove(this)
      for event <- current do
        current = None
        event.lost()
        settle()
      val next = waiting.poll()
      if next != null && !abandoned then connect(next)
  end Sending
end OpenLoop

private[load] object OpenLoop:
  private val longest = 600_000_000_000L
  private def histogram() = new Histogram(longest, 3)
