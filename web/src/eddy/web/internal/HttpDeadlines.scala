package eddy.web.internal

import eddy.web.ServerConfig

import scala.concurrent.duration.FiniteDuration

import io.netty.channel.Channel

/** What a connection's deadlines ask for. */
private[eddy] enum Expired:
  case Close
  case HeadTimeout
  case BodyTimeout(exchange: Exchange)
  case NoAnswer(exchange: Exchange)

/** When an HTTP connection has kept the server waiting for too long. On the I/O thread. */
private[eddy] final class HttpDeadlines(config: ServerConfig):
  private val timeouts = config.timeouts
  // while bytes wait for the client
  private var stall: WriteStall | Null = null
  private var pace: TakingPace | Null = null
  private var since = System.nanoTime
  private var lingerSince = 0L
  private var lingerBytes = 0L
  private var waitingFor = HttpDeadlines.Waiting.FirstByte

  import HttpDeadlines.Waiting

  def headBegun(): Unit = await(Waiting.Head)
  def bodyBegun(now: Long): Unit = await(Waiting.Body, now)
  // an answer has a time of its own
  def bodyEnded(): Unit = await(Waiting.Answer, since)
  def idle(): Unit = if waitingFor != Waiting.Head then await(Waiting.NextRequest)
  def lingerBegun(): Unit =
    await(Waiting.Eof)
    lingerSince = since

  /** The client still sends what is dropped: it may do so for a while, and then sees the answer. */
  def lingers(bytes: Int): Unit =
    lingerBytes += bytes
    if lingerBytes < HttpDeadlines.MaxLingerBytes then since = System.nanoTime

  /** No byte of the next request has come. */
  def awaitsRequest: Boolean = waitingFor match
    case Waiting.FirstByte | Waiting.NextRequest => true
    case _ => false

  private def await(what: Waiting, now: Long = System.nanoTime): Unit =
    if waitingFor != Waiting.Eof then
      waitingFor = what
      since = now

  def check(
      now: Long,
      channel: Channel,
      taking: Taking,
      queue: ExchangeQueue,
      bodies: BodyIntake
  ): Expired | Null =
    val receiving = bodies.receiving
    def bodyIsLate = bodies.isLate(now)
    def over(limit: FiniteDuration) = now - since >= limit.toNanos
    if isStalled(now, channel, taking) then Expired.Close
    else
      // A slow client still takes an answer, and is read no further meanwhile: the next request has all its
      // time left.
      if stall != null && HttpDeadlines.AfterAnswer(waitingFor) then since = now
      waitingFor match
        case Waiting.FirstByte if over(timeouts.header) && queue.isEmpty => Expired.Close
        case Waiting.Head if over(timeouts.header) => Expired.HeadTimeout
        case Waiting.Body if receiving != null && bodyIsLate => Expired.BodyTimeout(receiving)
        case Waiting.NextRequest if over(timeouts.keepAlive) => Expired.Close
        case Waiting.Eof if over(timeouts.linger) || now - lingerSince >= lingersFor => Expired.Close
        case _ => answers(now, queue)
  end check

  private val lingersFor = timeouts.linger.max(timeouts.body).toNanos

  private def isStalled(now: Long, channel: Channel, taking: Taking): Boolean =
    if !WriteStall.isWriting(channel) then
      stall = null
      pace = null
      false
    else
      val present = stall
      val watch = if present == null then WriteStall(timeouts.write) else present
      stall = watch
      val rate = pace
      val ofRate =
        if rate == null then TakingPace(taking, timeouts.write, config.limits.minReadBytesPerSecond) else rate
      pace = ofRate
      val isSlow = ofRate.isTooSlow(now)
      watch.isOver(now, channel) || isSlow

  private def answers(now: Long, queue: ExchangeQueue): Expired | Null =
    var late: Exchange | Null = null
    queue.foreach: exchange =>
      val stream = exchange.stream
      if stream != null then stream.keepAlive(now, config.eventKeepAlive)
      else if exchange.isOverdue(now) then late = exchange
    val found = late
    if found == null then null else Expired.NoAnswer(found)
end HttpDeadlines

private[eddy] object HttpDeadlines:
  enum Waiting derives CanEqual:
    case FirstByte, Head, Body, Answer, NextRequest, Eof

  /** More of a client that was refused is not dropped for its sake. */
  private final val MaxLingerBytes = 64L * 1024 * 1024

  private val AfterAnswer = Set(Waiting.Head, Waiting.NextRequest, Waiting.Eof)
