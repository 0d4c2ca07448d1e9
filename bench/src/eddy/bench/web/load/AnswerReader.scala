package eddy.bench.web.load

import java.nio.charset.StandardCharsets.US_ASCII
import java.util.Arrays

import io.netty.buffer.ByteBuf

/** Takes HTTP/1.1 answers out of the bytes of one connection: just enough of the protocol for answers with a length or in
  * chunks, and cheap, as the client shares the cores with the server. Used by one thread.
  *
  * @param answered called for each answer; [[status]] and the body are valid until it returns
  * @throws BadAnswer from [[read]] for what is no such answer
  */
private[load] final class AnswerReader(answered: AnswerReader => Unit):
  private var bytes = new Array[Byte](2048)
  private var from = 0
  private var end = 0
  // of an answer whose head is there, but not its body; else -1
  private var bodyAt = -1
  private var length = 0
  private var body = bytes
  private var bodyFrom = 0
  private var bodyEnd = 0

  private var code = 0
  private var closing = false

  def status: Int = code

  /** Whether the server closes the connection after this answer. */
  def isLast: Boolean = closing

  def bodyIs(expected: Array[Byte]): Boolean =
    Arrays.equals(body, bodyFrom, bodyEnd, expected, 0, expected.length)

  def bodyBegins(expected: Array[Byte]): Boolean =
    bodyEnd - bodyFrom >= expected.length &&
      Arrays.equals(body, bodyFrom, bodyFrom + expected.length, expected, 0, expected.length)

  def bodyText: String = new String(body, bodyFrom, bodyEnd - bodyFrom, US_ASCII)

  def read(in: ByteBuf): Unit =
    val n = in.readableBytes
    makeRoom(n)
    in.readBytes(bytes, end, n)
    end += n
    while next() do ()
    if from == end then
      from = 0
      end = 0

  /** False when the next answer has not come as a whole. */
  private def next(): Boolean =
    if bodyAt < 0 then readHead()
    if bodyAt < 0 then false
    else if length == AnswerReader.Chunked then
      val (whole, after) = Chunks.read(bytes, bodyAt, end)
      after >= 0 && done(whole, 0, whole.length, after)
    else end - bodyAt >= length && done(bytes, bodyAt, bodyAt + length, bodyAt + length)

  private def done(body: Array[Byte], bodyFrom: Int, bodyEnd: Int, after: Int): Boolean =
    this.body = body
    this.bodyFrom = bodyFrom
    this.bodyEnd = bodyEnd
    bodyAt = -1
    from = after
    answered(this)
    from < end

  private def readHead(): Unit =
    var line = from
    var stop = endOfLine(line)
    length = -1
    closing = false
    while stop > line do
      if line == from then readStatus() else readHeader(line, stop)
      line = stop + 2
      stop = endOfLine(line)
    if stop >= 0 then
      if stop == from then throw BadAnswer("an answer begins with an empty line")
      if length == -1 then throw BadAnswer(s"an answer has neither length nor chunks: ${text(from, stop)}")
      bodyAt = stop + 2

  /** Where the line break is; -1 when it has not come. */
  private def endOfLine(line: Int): Int =
    var i = line
    while i < end && bytes(i) != '\n' do i += 1
    if i >= end then -1
    else if i > line && bytes(i - 1) == '\r' then i - 1 else throw BadAnswer("a bare line feed")

  private def readStatus(): Unit =
    def digit(i: Int) = bytes(from + 9 + i) - '0'
    if end - from < 12 || !text(from, from + 9).startsWith("HTTP/1.1 ") then
      throw BadAnswer(s"this is no HTTP/1.1: ${text(from, math.min(end, from + 20))}")
    code = digit(0) * 100 + digit(1) * 10 + digit(2)

  private def readHeader(line: Int, stop: Int): Unit =
    val first = bytes(line) | 0x20
    if first == 'c' && begins(line, stop, "content-length:") then
      length = text(line + 15, stop).trim.toIntOption.filter(_ >= 0).getOrElse:
        throw BadAnswer(text(line, stop))
    else if first == 'c' && begins(line, stop, "connection:") then
      closing = text(line + 11, stop).trim.equalsIgnoreCase("close")
    else if first == 't' && begins(line, stop, "transfer-encoding:") then length = AnswerReader.Chunked

  private def begins(line: Int, stop: Int, name: String): Boolean =
    var i = 0
    while i < name.length && line + i < stop && (bytes(line + i) | 0x20) == (name.charAt(i) | 0x20) do i += 1
    i == name.length

  private def text(from: Int, until: Int) = new String(bytes, from, until - from, US_ASCII)

  private def makeRoom(n: Int): Unit =
    if bytes.length - end < n then
      val kept = end - from
      val target =
        if bytes.length - kept >= n then bytes else new Array[Byte](Integer.highestOneBit(kept + n) * 2)
      System.arraycopy(bytes, from, target, 0, kept)
      if bodyAt >= 0 then bodyAt -= from
      bytes = target
      from = 0
      end = kept
end AnswerReader

private[load] object AnswerReader:
  private val Chunked = -2

/** The server does not talk HTTP/1.1 as the client knows it. */
private[load] final class BadAnswer(message: String) extends RuntimeException(message)

/** A body in chunks. */
private[load] object Chunks:
  /** The body and where the answer ends; -1 when it has not come as a whole. Reads from the start each time: bodies in chunks
    * are rare here, and short.
    */
  def read(bytes: Array[Byte], from: Int, end: Int): (Array[Byte], Int) =
    val body = new java.io.ByteArrayOutputStream
    def chunk(at: Int): Int =
      val line = (at until end).find(bytes(_) == '\n').getOrElse(-1)
      if line < 0 then -1
      else
        val digits = new String(bytes, at, line - at, US_ASCII).takeWhile(_ != ';').trim
        val size =
          try Integer.parseInt(digits, 16)
          catch case _: NumberFormatException => throw BadAnswer(s"a chunk of the length '$digits'")
        val after = line + 1 + size + 2
        if after > end then -1
        else
          body.write(bytes, line + 1, size)
          if size == 0 then after else chunk(after)
    val after = chunk(from)
    (body.toByteArray, after)
end Chunks
