package eddy.web.internal

import eddy.web.{Overload, Standing}

import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.atomic.{AtomicInteger, AtomicLong, LongAdder}

import io.micrometer.core.instrument.{Counter, FunctionCounter, Gauge, MeterRegistry}
import io.netty.channel.EventLoop

/** Decides whether another request is admitted: on the I/O thread, by that thread's counts and by how late
  * handlers begin. The idea to go by time and not by length alone is CoDel's (Nichols and Jacobson, ACM Queue
  * 2012); that a queue which has not been short for a while is cut to a short one is Facebook's variant of it
  * (Maurer, ACM Queue 2015).
  *
  * @param keepsTooMuch whether the bytes that clients have not taken exceed their budget
  * @param keepsMuch whether only the application's answers may add to them
  */
private[eddy] final class LoadGate(
    overload: Overload,
    workers: Int,
    registry: MeterRegistry,
    keepsTooMuch: () => Boolean = () => false,
    keepsMuch: () => Boolean = () => false
):
  import LoadGate.*

  private val maxWaitNanos = overload.maxWait.toNanos
  // so few never count as too many, however late they are
  private val few = math.min(math.max(64, workers * 16), overload.maxUnanswered - 1).toLong
  private val byLoop = ConcurrentHashMap[EventLoop, LoopLoad]()
  @volatile private var loops = Array.empty[LoopLoad]
  private val begun = LongAdder()
  // when handlers were last seen to begin in time, or hardly any waited
  private val timely = AtomicLong(System.nanoTime)

  /** The headers of whatever tells a client to come back later. */
  val advice: Seq[(String, String)] = Seq("Retry-After" -> overload.retryAfter.toSeconds.toString)

  private val tooMany = Reason("unanswered", "Too many requests wait for their answers; try again soon.")
  private val tooMuch = Reason("bytes", "The requests that wait hold too much memory; try again soon.")
  private val tooMuchOfOne =
    Reason("bytes", "The requests of this connection hold too much memory; try again soon.")
  private val own =
    Pages(
      MaxOwn,
      Reason("own", "The server's own pages are asked for too often; try again soon."),
      isLarge = true
    )
  private val ready = Pages(MaxReady, Reason("ready", "Too many ask whether this is ready; try again soon."))
  private val health = Pages(MaxHealth, Reason("health", "Too many ask whether this runs; try again soon."))
  private val ofAddress =
    Reason("address", "Too many connections of this address are open; try again soon.")
  private val connections = Reason("connections", "Too many connections are open; try again soon.")
  private val tooMuchUnsent =
    Reason("unsent", "Clients that do not take their answers fill the memory for them; try again soon.")
  private val tooLate = Reason("wait", "Requests wait for too long here; try again soon.")

  Gauge.builder("eddy.http.unanswered", () => open.toDouble)
    .description("requests admitted whose answers have not begun").register(registry): Unit
  Gauge.builder("eddy.http.waiting", () => waiting.toDouble)
    .description("requests admitted whose handlers have not begun").register(registry): Unit
  Gauge.builder("eddy.http.body.bytes", () => bytes.toDouble)
    .description("memory of buffered bodies that arrive or wait for their answers").register(registry): Unit

  FunctionCounter.builder("eddy.http.handlers.at.once", this, _ => loops.map(ofLoop(_)(_.runs)).sum.toDouble)
    .description("handlers that ran on the I/O thread, since they are short").register(registry): Unit
  FunctionCounter.builder(
    "eddy.http.loops.taken.over",
    this,
    _ => loops.map(ofLoop(_)(_.takeovers)).sum.toDouble
  )
    .description("times that a handler was not short after all, and another thread went on with the I/O")
    .register(registry): Unit

  private def ofLoop(load: LoopLoad)(value: IoLoop => Long): Long =
    val loop = load.loop
    if loop == null then 0 else value(loop)

  def loadOf(loop: EventLoop): LoopLoad = byLoop.computeIfAbsent(
    loop,
    _ =>
      synchronized:
        val load = LoopLoad(loop match
          case own: IoLoop => own
          case _ => null)
        loops = loops.appended(load)
        load
  )

  /** Why one more request cannot be admitted now; null when it can. On an I/O thread. */
  def refusal(now: Long): Refusal | Null =
    val unanswered = open
    if keepsTooMuch() then tooMuchUnsent.refuse()
    else if unanswered <= few && hardlyAny(now) then null
    else if unanswered >= overload.maxUnanswered then tooMany.refuse()
    else
      val behind = waiting
      if behind >= overload.maxUnanswered then tooMany.refuse()
      else if behind <= few then
        noteTimely(now)
        null
      else if now - timely.getOpaque > maxWaitNanos then tooLate.refuse()
      else null

  /** Why what was admitted is not begun all the same; null when it is. Any thread. */
  def lateRefusal: Refusal | Null = if keepsTooMuch() then tooMuchUnsent.refuse() else null

  /** Nothing can be wrong while hardly anything is under way: but one whose client has gone still waits. */
  private def hardlyAny(now: Long): Boolean =
    val fine = waiting <= few
    if fine then noteTimely(now)
    fine

  /** Why `more` bytes of a body cannot be taken in now; null when they can. On an I/O thread. */
  def bodyRefusal(more: Long): Refusal | Null =
    if bytes + more > overload.unansweredBytes then tooMuch.refuse() else null

  /** One connection's share of the bytes is used up. */
  def shareRefusal(): Refusal = tooMuchOfOne.refuse()

  /** What bodies of one connection may hold together where several arrive at a time. */
  def share: Int = overload.unansweredBytes / Shares

  /** A request's first event runs, on the thread of its handler.
    * @param queued when the event was queued
    */
  def begins(queued: Long, now: Long): Unit =
    begun.increment()
    if now - queued <= maxWaitNanos then noteTimely(now)

  // all threads read it: written a few hundred times a second at most
  private def noteTimely(now: Long): Unit =
    if now - timely.getOpaque > NotedEvery then timely.setOpaque(now)

  private def open: Long = sum(_.open)
  private def bytes: Long = sum(_.bytes)
  private def waiting: Long = sum(_.queued) - begun.sum

  private inline def sum(inline of: LoopLoad => Long): Long =
    val all = loops
    var total = 0L
    var i = 0
    while i < all.length do
      total += of(all(i))
      i += 1
    total

  /** The requests for the server's own pages of that standing. */
  def pages(of: Standing): Pages = of match
    case Standing.Ready => ready
    case Standing.Health => health
    case Standing.Own | Standing.Application => own

  /** Requests for pages of the server's own whose handlers are queued or run. */
  final class Pages private[LoadGate] (most: Int, tooMany: Reason, isLarge: Boolean = false):
    private val count = AtomicInteger()

    /** Why one more cannot be admitted now; null when it can. */
    def refusal(): Refusal | Null =
      if count.get >= most || isLarge && keepsMuch() then tooMany.refuse() else null

    /** The handler of one is queued. */
    def admitted(): Unit = count.incrementAndGet(): Unit

    /** It has run. Any thread. */
    def done(): Unit = count.decrementAndGet(): Unit
  end Pages

  /** A connection is turned away. */
  def connectionRefused(): Refusal = connections.refuse()

  /** A connection is turned away, as its address has too many. */
  def addressRefused(): Refusal = ofAddress.refuse()

  private[LoadGate] final class Reason(name: String, detail: String):
    private val count = Counter.builder("eddy.http.refused").tags("reason", name)
      .description("requests answered with 503 because too much was under way").register(registry)
    private val refusal = Refusal(503, detail, advice)
    def refuse(): Refusal =
      count.increment()
      refusal
end LoadGate

private[eddy] object LoadGate:
  private final val NotedEvery = 2_000_000L
  private final val Shares = 8

  /** Requests for the server's own pages whose handlers are queued or run. */
  private[web] final val MaxOwn = 32
  private[web] final val MaxReady = 32

  /** They say little, and cost little: memory is what is bounded. */
  private[web] final val MaxHealth = 1024
