package eddy.bench.push.load

import java.nio.charset.StandardCharsets.{US_ASCII, UTF_8}
import java.util.Arrays

import io.netty.buffer.ByteBuf

/** Takes the frames of a server out of the bytes of one WebSocket: cheap, as the client shares the cores with the server. Only what
  * contenders send: whole texts, pings and the close.
  *
  * @param scratch shared by all connections of one thread
  */
private[load] final class Frames(scratch: Scratch, hears: Frames.Hears):
  // what came of a frame that has not come as a whole
  private var rest = Frames.nothing

  def read(in: ByteBuf): Unit =
    val more = in.readableBytes
    val bytes = scratch.room(rest.length + more)
    System.arraycopy(rest, 0, bytes, 0, rest.length)
    in.readBytes(bytes, rest.length, more)
    val end = rest.length + more
    val used = frames(bytes, end)
    rest = if used == end then Frames.nothing else Arrays.copyOfRange(bytes, used, end)

  /** Where the first stands that is not whole. */
  private def frames(bytes: Array[Byte], end: Int): Int =
    var at = 0
    var next = frame(bytes, at, end)
    while next > at do
      at = next
      next = frame(bytes, at, end)
    at

  /** Where the next begins; `at` when this one is not whole. */
  private def frame(bytes: Array[Byte], at: Int, end: Int): Int =
    if end - at < 2 then at
    else
      val short = bytes(at + 1) & 0xff
      val head = if short < 126 then 2 else if short == 126 then 4 else 10
      if short > 127 then throw LoadFault("a frame of the server is masked")
      else if end - at < head then at
      else
        val length = if head == 2 then short.toLong else number(bytes, at + 2, at + head)
        if length > Frames.MostBytes then throw LoadFault(s"a frame of $length bytes")
        val from = at + head
        val until = from + length.toInt
        if until > end then at
        else
          take(bytes(at) & 0xff, bytes, from, until)
          until

  private def take(first: Int, bytes: Array[Byte], from: Int, until: Int): Unit = first match
    case 0x81 => hears.text(bytes, from, until)
    case 0x88 =>
      val code = if until - from >= 2 then number(bytes, from, from + 2) else 1005
      val reason = new String(bytes, math.min(from + 2, until), math.max(0, until - from - 2), UTF_8)
      hears.closed(s"closed with $code $reason".trim)
    case 0x89 => hears.ping(Arrays.copyOfRange(bytes, from, until))
    case 0x8a => ()
    case other => throw LoadFault(f"a frame that begins with $other%02x")

  private def number(bytes: Array[Byte], from: Int, until: Int): Long =
    var value = 0L
    var i = from
    while i < until do
      value = value << 8 | bytes(i) & 0xff
      i += 1
    value
end Frames

private[load] object Frames:
  /** The bytes are valid until the call returns. */
  trait Hears:
    def text(bytes: Array[Byte], from: Int, until: Int): Unit
    def ping(payload: Array[Byte]): Unit
    def closed(why: String): Unit

  /** A client's, masked with zeros: that leaves it as it is. */
  def text(text: String): Array[Byte] = of(0x81, text.getBytes(US_ASCII))
  def pong(payload: Array[Byte]): Array[Byte] = of(0x8a, payload)

  private def of(first: Int, payload: Array[Byte]): Array[Byte] =
    val n = payload.length
    val head =
      if n < 126 then Array(first, 0x80 | n) else Array(first, 0x80 | 126, n >> 8 & 0xff, n & 0xff)
    require(n < 65_536, s"a frame of $n bytes: clients send short ones")
    head.map(_.toByte) ++ new Array[Byte](4) ++ payload

  private val MostBytes = 16 << 20
  private val nothing = new Array[Byte](0)
end Frames

/** Room for what comes, used again and again. Used by one thread. */
private[load] final class Scratch:
  private var bytes = new Array[Byte](64 * 1024)

  def room(size: Int): Array[Byte] =
    if bytes.length < size then bytes = new Array[Byte](Integer.highestOneBit(size) * 2)
    bytes

/** A server does not talk as it should. */
private[load] final class LoadFault(message: String) extends RuntimeException(message)
