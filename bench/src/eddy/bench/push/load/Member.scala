package eddy.bench.push.load

import java.nio.charset.StandardCharsets.US_ASCII

import io.netty.buffer.{ByteBuf, Unpooled}
import io.netty.channel.{ChannelHandlerContext, ChannelInboundHandlerAdapter}

/** One client, in one channel. Everything on the client's thread.
  *
  * @param place its number in the party
  * @param channel the number of its channel
  * @param sender its number among those of its channel
  */
private[bench] final class Member private[load] (
    party: Party,
    val place: Int,
    val channel: Int,
    val sender: Int
) extends ChannelInboundHandlerAdapter,
      Ears,
      Frames.Hears:
  import Member.*
  private val frames = Frames(party.scratch, this: @unchecked)
  private var context: ChannelHandlerContext | Null = null
  private var upgraded = false
  private var joined = false
  private var asked = 0

  // of the messages that it publishes, and that are under way: when each was due, and how many have still to get it
  private var dues = none
  private var lefts = noneLeft
  private var published = 0L
  private var finished = 0L

  // of each sender of its channel, the number that comes next
  private var nexts = none

  // ------------------------------------------------------------------------------------------- publishing

  /** Publishes the next message.
    *
    * @param due when it was to be sent, by System.nanoTime
    * @param flush whether it goes out at once
    */
  def publish(due: Long, flush: Boolean = true): Unit =
    if published - finished >= MostUnderWay then
      party.watch.broken(s"more than $MostUnderWay messages of one sender are under way")
    else
      if dues.length == 0 then
        dues = new Array[Long](MostUnderWay)
        lefts = new Array[Int](MostUnderWay)
      val slot = (published & (MostUnderWay - 1)).toInt
      dues(slot) = due
      lefts(slot) = party.membersOfChannel
      val text = party.letter.text(sender, published)
      published += 1
      party.sent += 1
      say(party.talk.publish(nextId(), Party.channelName(channel), text), flush)

  def flush(): Unit =
    val c = context
    if c != null then
      val _ = c.flush()

  /** One of those who are to get it has got its message `number`. */
  private[load] def arrived(number: Long): Unit =
    val slot = (number & (MostUnderWay - 1)).toInt
    val left = lefts(slot) - 1
    lefts(slot) = left
    if left == 0 then
      finished += 1
      party.finished += 1
      party.listener.finished(this, number)

  private[load] def knows(number: Long): Boolean = number < published && published - number <= dues.length
  private[load] def due(number: Long): Long = dues((number & (MostUnderWay - 1)).toInt)

  // ------------------------------------------------------------------------------------------- hearing

  def admitted(): Unit = say(party.talk.subscribe(nextId(), Party.channelName(channel)))

  def done(): Unit =
    if !joined then
      joined = true
      party.joined()

  def publication(bytes: Array[Byte], from: Int, until: Int): Unit =
    val letter = party.letter
    if !letter.read(bytes, from, until) || letter.sender >= party.membersOfChannel then
      party.wrong(s"WRONG PUBLICATION ${shown(bytes, from, until)}")
    else
      if nexts.length == 0 then nexts = new Array[Long](party.membersOfChannel)
      val next = nexts(letter.sender)
      val by = party.member(channel, letter.sender)
      if letter.number == next && by.knows(next) then
        nexts(letter.sender) = next + 1
        party.delivered += 1
        party.listener.delivered(by, next)
        by.arrived(next)
      else
        val what =
          if letter.number < next then "DOUBLED"
          else if by.knows(letter.number) then "LOST OR OUT OF ORDER" else "UNKNOWN"
        party.wrong(
          s"$what: client $place got message ${letter.number} of sender ${letter.sender}, next was $next"
        )
  end publication

  def pinged(answer: String): Unit = say(answer)
  def refused(text: String): Unit = party.watch.broken(s"refused: ${text.take(200)}")

  def text(bytes: Array[Byte], from: Int, until: Int): Unit = party.talk.hear(bytes, from, until, this)
  def ping(payload: Array[Byte]): Unit = write(Frames.pong(payload))
  def closed(why: String): Unit = ended(s"the server $why")

  // ------------------------------------------------------------------------------------------- the connection

  override def channelActive(c: ChannelHandlerContext): Unit =
    context = c
    write((s"GET ${party.talk.path} HTTP/1.1\r\nHost: 127.0.0.1:${party.port}\r\nUpgrade: websocket\r\n" +
      "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n")
      .getBytes(US_ASCII))

  override def channelRead(c: ChannelHandlerContext, message: Any): Unit = message match
    case bytes: ByteBuf =>
      try
        if !upgraded then upgrade(bytes)
        if upgraded && bytes.isReadable then frames.read(bytes)
      finally
        val _ = bytes.release()
    case other => throw IllegalStateException(s"no bytes: $other")

  override def channelInactive(c: ChannelHandlerContext): Unit =
    context = null
    if joined then party.left()
    ended("the server closed a connection")

  override def exceptionCaught(c: ChannelHandlerContext, e: Throwable): Unit =
    ended(s"a connection broke: ${e.getMessage}")
    val _ = c.close()

  private[load] def close(): Unit =
    val c = context
    if c != null then
      val _ = c.close()

  /** The head of the answer is short: that it comes in pieces is no case for a server on the same machine. */
  private def upgrade(bytes: ByteBuf): Unit =
    val text = bytes.toString(US_ASCII)
    val end = text.indexOf("\r\n\r\n")
    if !text.startsWith("HTTP/1.1 101") || end < 0 then
      throw LoadFault(s"no WebSocket: ${text.linesIterator.nextOption().getOrElse("")}")
    bytes.skipBytes(end + 4): Unit
    upgraded = true
    if party.talk.hello.nonEmpty then say(party.talk.hello)

  private def say(text: String, flush: Boolean = true): Unit = write(Frames.text(text), flush)

  private def write(bytes: Array[Byte], flush: Boolean = true): Unit =
    val c = context
    if c != null then
      val _ = c.write(Unpooled.wrappedBuffer(bytes), c.voidPromise)
      if flush then
        val _ = c.flush()

  private def nextId(): Int =
    asked += 1
    asked

  private def ended(why: String): Unit = if !party.isOver then party.watch.broken(why)

  private def shown(bytes: Array[Byte], from: Int, until: Int) =
    Ascii.text(bytes, from, math.min(until, from + 200))
end Member

private[load] object Member:
  // a power of two
  private final val MostUnderWay = 4096
  private val none = new Array[Long](0)
  private val noneLeft = new Array[Int](0)
