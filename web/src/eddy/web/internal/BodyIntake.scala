package eddy.web.internal

import eddy.web.{Body, BodyException, HttpProblem}

import scala.concurrent.duration.FiniteDuration

import io.netty.handler.codec.http.HttpHeaderNames.EXPECT
import io.netty.handler.codec.http.{FullHttpResponse, HttpContent, HttpResponse, HttpUtil, LastHttpContent}

/** What taking in a part of a body came to. */
private[eddy] enum Taken:
  case More
  case All

  /** The request ends here. */
  case Refused(refusal: Refusal)

  /** More of an unwanted body than it is worth to keep the connection for. */
  case NotWorthIt

/** Takes in the body of the request that is arriving on a connection: whole, streamed, or dropped. On the
  * I/O thread.
  */
private[eddy] final class BodyIntake(core: ServerCore, source: BodySource):
  private val limits = core.config.limits
  private var dropped = 0L
  private var drops = false
  // of a body that is received whole
  private var clock: BodyClock | Null = null

  /** The request whose body is still arriving. */
  var receiving: Exchange | Null = null

  /** The client waits for 100 before it sends the body of [[receiving]]. */
  private var owesContinue = false

  def begin(exchange: Exchange): Unit =
    receiving = exchange
    clock = null
    drops = false
    dropped = 0
    owesContinue = !exchange.isBodiless && exchange.http.headers.contains(EXPECT) && !exchange.isHttp10
    exchange.bodyMode match
      case Some(Body.Streamed(_, buffer, rate)) =>
        exchange.streamed = BodyIn(buffer, BodyClock(core.config.timeouts.body, rate), source)
        exchange.ready = true
        core.metrics.streamedBodies.increment()
      case _ if exchange.isBodiless => exchange.body = BodyBuffer.NoBody
      case _ =>
        val ofWhole = BodyClock(core.config.timeouts.body, limits.minBodyBytesPerSecond)
        ofWhole.start(System.nanoTime)
        clock = ofWhole
        val announced = HttpUtil.getContentLength(exchange.http, Int.MaxValue.toLong)
        exchange.body =
          BodyBuffer(exchange.bodyLimit.toInt, math.min(announced, Int.MaxValue.toLong).toInt)

  /** Whether the client is asked now to send the body that it has announced (RFC 9110, section 10.1.1).
    * @param front the request whose turn it is to be answered
    */
  def continues(front: Exchange | Null): Boolean =
    val exchange = receiving
    val now =
      owesContinue && exchange != null && (exchange eq front) && exchange.status == 0 && exchange.wantsBody && {
        val body = exchange.streamed
        body == null || body.isWanted
      }
    if now then owesContinue = false
    now

  /** Whether the reader of the body has enough for now. */
  def isFull: Boolean =
    val exchange = receiving
    val body = if exchange == null then null else exchange.streamed
    body != null && body.isFull

  def take(part: HttpContent): Taken =
    val exchange = receiving.nn
    owesContinue = false
    val n = part.content.readableBytes
    exchange.bytesIn += n
    heard()
    if n > 0 then core.metrics.bytesIn.increment(n.toDouble)
    if part.decoderResult.isFailure then
      part.decoderResult.cause match
        case bad: BadChunk => Taken.Refused(bad.refusal)
        case _ =>
          Taken.Refused(Refusal(400, "The request's body is not framed rightly: a chunk is malformed."))
    // dropped bytes are bounded by the worth of a connection
    else if !drops && exchange.bytesIn > exchange.bodyLimit then
      Taken.Refused(BodyIntake.tooLarge(exchange.bodyLimit))
    else
      val refusal =
        if keeps(exchange) then roomFor(exchange, n)
        else if exchange.streamed != null && !drops then core.gate.bodyRefusal(n)
        else null
      if refusal != null then Taken.Refused(refusal)
      else
        store(exchange, part)
        part match
          case last: LastHttpContent =>
            if !last.trailingHeaders.isEmpty then exchange.trailers = Trailers.of(last)
            ended(exchange)
            Taken.All
          case _ => if drops && dropped > limits.maxDrainBytes then Taken.NotWorthIt else Taken.More
    end if
  end take

  /** Whether the body is to be buffered; the one of a refused request is not read. */
  private def keeps(exchange: Exchange): Boolean =
    exchange.streamed == null && exchange.refusal == null && !drops

  private def roomFor(exchange: Exchange, n: Int): Refusal | Null =
    val more = exchange.body.nn.growth(n)
    if more == 0 then null else exchange.connection.held.refusal(exchange.heldBytes, more)

  private def store(exchange: Exchange, part: HttpContent): Unit =
    val body = exchange.streamed
    if drops then dropped += part.content.readableBytes
    if body != null then
      body.offer(part.content)
      count()
    else if keeps(exchange) then
      val whole = exchange.body.nn
      whole.append(part.content): Unit
      exchange.holds(whole.capacity)

  private def heard(): Unit =
    val present = clock
    if present != null then
      val now = System.nanoTime
      present.stop(now)
      present.start(now)

  /** Whether the client has let the body wait for too long. */
  def isLate(now: Long): Boolean =
    val exchange = receiving
    exchange != null && {
      val body = exchange.streamed
      val ofWhole = clock
      if body != null then body.isTooSlow(now)
      else if ofWhole == null then false
      else if owesContinue then
        // it waits for the server
        ofWhole.excuse(now)
        false
      else ofWhole.isOver(now, exchange.bytesIn)
    }

  /** The client could not send, as its connection was not read. */
  def excuse(now: Long): Unit =
    val exchange = receiving
    val body = if exchange == null then null else exchange.streamed
    val ofWhole = clock
    if body != null then body.excuse(now) else if ofWhole != null then ofWhole.excuse(now)

  /** Counts what of a streamed body waits to be read. */
  def count(): Unit =
    val exchange = receiving
    val body = if exchange == null then null else exchange.streamed
    if body != null then
      exchange.nn.leavesUnread(body.bufferedBytes + (if body.isFull then source.ahead else 0))

  private def ended(exchange: Exchange): Unit =
    over(exchange)
    exchange.ready = true
    exchange.bodyIsWhole()
    val body = exchange.streamed
    if body != null then body.finish()

  /** The request is answered: the rest of its body is dropped. */
  def dropRest(): Unit =
    drops = true
    val exchange = receiving.nn
    exchange.body = null
    exchange.holds(0)
    val body = exchange.streamed
    if body != null then body.failAndDrop(BodyIntake.answered)

  /** Whether the connection must end with this answer, because the body is not worth waiting for, or may
    * never come.
    */
  def endsWith(exchange: Exchange, answer: HttpResponse): Boolean =
    (exchange eq receiving) && (owesContinue || answer.isInstanceOf[FullHttpResponse] &&
      HttpUtil.getContentLength(exchange.http, 0L) - exchange.bytesIn > limits.maxDrainBytes)

  /** Nothing more is taken in. */
  def abandon(cause: Throwable): Unit =
    val exchange = receiving
    if exchange != null then
      exchange.body = null
      exchange.holds(0)
      over(exchange)
      val body = exchange.streamed
      if body != null then body.fail(cause)
    owesContinue = false

  /** The connection is gone. */
  def gone(): Unit =
    val exchange = receiving
    if exchange != null then
      if !drops then core.metrics.bodyBroken(Exchange.ClientGone)
      abandon(BodyIntake.gone(exchange))

  private def over(exchange: Exchange): Unit =
    receiving = null
    if exchange.streamed != null then core.metrics.streamedBodies.decrement()
end BodyIntake

private[eddy] object BodyIntake:
  def tooLarge(limit: Long): Refusal = Refusal(413, s"The request's body is larger than $limit bytes.")

  def problem(refusal: Refusal): HttpProblem = HttpProblem(refusal.status, refusal.detail)

  def tooSlow(exchange: Exchange, within: FiniteDuration): Refusal =
    if exchange.bytesIn == 0 then Refusal(408, s"The request's body did not arrive within $within.")
    else Refusal(408, s"The request's body came too slowly: ${exchange.bytesIn} bytes so far.")

  def cutShort(exchange: Exchange): Refusal =
    Refusal(400, s"The request's body ended in the middle, after ${exchange.bytesIn} bytes.")

  def answered: BodyException =
    BodyException("the request was answered before the end of its body: nothing more is read of it")

  def gone(exchange: Exchange): BodyException =
    BodyException(s"the client has gone after ${exchange.bytesIn} bytes of the request's body")
