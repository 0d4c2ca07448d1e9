package eddy.web.client.internal

import eddy.runtime.Engine

import java.net.http.HttpClient
import java.util.ArrayDeque
import scala.concurrent.duration.{DurationInt, FiniteDuration}

/** An attempt to send a request. */
private[client] trait Attempt:
  /** @param lane which of the JDK's clients takes it: each keeps one HTTP/2 connection to an origin */
  def start(lane: Int): Unit

  /** Nobody waits for it any more. */
  def isOver: Boolean

/** Calls to one scheme, host and port over TLS, where the server may speak HTTP/2. The JDK's client opens a
  * connection for each call that finds none, and fails calls beyond the number of streams that the server
  * permits. So:
  *
  * - While no connection is known to be there, one call opens it and the others wait for its answer. When
  *   that
  *     takes long, as with calls that wait for events, another one tests whether the connection is open.
  *   - A call that found no stream waits, in order, until another call is over. When none is over for a
  *     second, another connection is opened.
  *
  * Any thread.
  */
private[client] final class Origin(engine: Engine):
  import Origin.*

  // guarded by this
  private var speaksHttp1 = false
  private var cold = true
  private var warmUntil = System.nanoTime
  private var running = 0
  private val waiting = ArrayDeque[Attempt]()
  private var extraLanes = 0
  private var known = Int.MaxValue // so many streams were there when there was none for one more
  private var lastMove = System.nanoTime // a call was over, or a connection was opened
  private var ticks = false
  private var opened = 0L
  private var openedAtScout = -1L // when the latest call was let go to find out; none since it grew cold
  private var soughtSince = System.nanoTime // a call was let go that may open a connection
  private var openingNanos = 0L // the longest that one took from there to its opening
  private var patience = Tick

  def isIdle: Boolean = synchronized(running == 0 && waiting.isEmpty)

  /** Starts it now or later. */
  def run(attempt: Attempt): Unit = perform:
    if speaksHttp1 then begin(attempt)
    else
      if running == 0 && waiting.isEmpty then
        lastMove = System.nanoTime
        extraLanes = 0
        known = Int.MaxValue
        cold = false
        if lastMove - warmUntil > 0 then growCold()
        soughtSince = lastMove
      if running == 0 || !cold && waiting.isEmpty then begin(attempt)
      else
        waiting.add(attempt): Unit
        Nil

  /** A connection is about to be opened, as the one before takes no more calls. */
  def opening(): Unit = synchronized:
    opened += 1
    lastMove = System.nanoTime
    // a busy machine takes long even for that
    val took = math.min(lastMove - soughtSince, LongestPatience.toNanos)
    if cold then openingNanos = math.max(openingNanos, took)
    if !cold then growCold()

  private def growCold(): Unit =
    cold = true
    openedAtScout = -1
    patience = Tick

  /** The header of an answer has come. */
  def answered(version: HttpClient.Version): Unit = perform:
    val wasCold = cold
    speaksHttp1 = version == HttpClient.Version.HTTP_1_1
    cold = false
    warmUntil = System.nanoTime + WarmNanos
    if wasCold || speaksHttp1 then take(waiting.size) else Nil

  /** It has not been sent, or the server has not looked at it.
    * @param noStream whether there was no stream for it
    */
  def refused(attempt: Attempt, lane: Int, noStream: Boolean): Unit = perform:
    running -= 1
    if noStream && lane >= extraLanes then known = running
    if noStream && lane < extraLanes then
      running += 1
      Seq(attempt -> (lane + 1))
    else
      waiting.addFirst(attempt)
      Nil

  /** An attempt is over, with its answer's body. */
  def over(failed: Boolean): Unit = perform:
    running -= 1
    lastMove = System.nanoTime
    if failed && cold then take(waiting.size)
    else if cold then Nil
    else take(if running + 1 < known then 2 else 1)

  /** Nobody waits for it any more. */
  def forget(attempt: Attempt): Unit = synchronized(waiting.remove(attempt)): Unit

  /** @param choose says under the lock what is to be started */
  private def perform(choose: => Seq[(Attempt, Int)]): Unit =
    val (starts, needsTick) = synchronized:
      val starts = choose
      val needsTick = !waiting.isEmpty && !ticks
      if needsTick then ticks = true
      (starts, needsTick)
    if needsTick then later(FirstTick)
    starts.foreach((attempt, lane) => attempt.start(lane))

  private def begin(attempt: Attempt): Seq[(Attempt, Int)] =
    running += 1
    Seq(attempt -> 0)

  private def take(count: Int): Seq[(Attempt, Int)] =
    var left = count
    val taken = Seq.newBuilder[(Attempt, Int)]
    while left > 0 && !waiting.isEmpty do
      val next = waiting.poll()
      if !next.isOver then
        taken ++= begin(next)
        left -= 1
    taken.result()

  private def later(after: FiniteDuration): Unit = engine.after(after)(() => tick()): Unit

  /** While some wait: checks for changes that no event reports, such as that the server permits more streams.
    */
  private def tick(): Unit =
    val (starts, again) = synchronized:
      val starts = if cold then scouted() else if isStuck then onNewLane() else take(1)
      ticks = !waiting.isEmpty
      (starts, ticks)
    if again then later(synchronized(patience))
    starts.foreach((attempt, lane) => attempt.start(lane))

  /** One call starts, once the first has begun to open a connection. If it opens none in a multiple of the
    * time that others took to begin with it, there is one.
    */
  private def scouted(): Seq[(Attempt, Int)] =
    if opened == 0 then Nil
    else if openedAtScout == opened && System.nanoTime - soughtSince < 4 * openingNanos then Nil
    else if openedAtScout == opened then
      cold = false
      patience = Tick
      take(waiting.size)
    else
      if openedAtScout >= 0 then patience = (patience * 2).min(LongestPatience)
      openedAtScout = opened
      soughtSince = System.nanoTime
      take(1)

  private def isStuck = System.nanoTime - lastMove > StuckNanos && extraLanes < MostLanes - 1

  private def onNewLane(): Seq[(Attempt, Int)] =
    extraLanes += 1
    known = Int.MaxValue
    lastMove = System.nanoTime
    growCold()
    take(1).map((attempt, _) => attempt -> extraLanes)
end Origin

private[client] object Origin:
  /** Connections to one origin. */
  final val MostLanes = 8

  /** The JDK keeps an idle connection for 30 s. */
  private final val WarmNanos = 20_000_000_000L
  private final val StuckNanos = 1_000_000_000L
  private val FirstTick = 250.millis
  private val Tick: FiniteDuration = 100.millis
  private val LongestPatience = 2.seconds
