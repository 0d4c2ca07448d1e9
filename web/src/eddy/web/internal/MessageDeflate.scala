package eddy.web.internal

import java.io.ByteArrayOutputStream
import java.util.concurrent.ArrayBlockingQueue
import java.util.zip.{DataFormatException, Inflater}

/** permessage-deflate (RFC 7692) without context takeover in either direction.
  *
  * Each message stands for itself, so that compressors are pooled instead of kept by each connection (about
  * 300 kB), and messages are compressed and expanded on the handlers' threads.
  */
private[eddy] object MessageDeflate:
  /** What the server agrees to, whatever acceptable offer it was. */
  val Accepted: String = "permessage-deflate; server_no_context_takeover; client_no_context_takeover"

  /** Whether one offer of a client (RFC 7692, section 7.1) can be met. The JDK's window is always 32 kB:
    * offers that want the server to use a smaller one are declined.
    */
  def isAcceptable(offer: String): Boolean =
    val parts = offer.split(";", -1).map(_.strip)
    val parameters = parts.drop(1).map: p =>
      val equals = p.indexOf('=')
      if equals < 0 then (p, null)
      else (p.substring(0, equals).strip, p.substring(equals + 1).strip.stripPrefix("\"").stripSuffix("\""))
    parts(0).equalsIgnoreCase("permessage-deflate") &&
    parameters.distinctBy(_._1).length == parameters.length &&
    parameters.forall:
      case ("server_no_context_takeover" | "client_no_context_takeover", null) => true
      case ("client_max_window_bits", bits) => bits == null || bits.matches("[89]|1[0-5]")
      case ("server_max_window_bits", bits) => bits == "15"
      case _ => false

  /** Why a message could not be expanded. */
  enum Bad derives CanEqual:
    case TooLarge, Malformed

  private val inflaters = ArrayBlockingQueue[Inflater](16)

  /** @param from where the message begins */
  def compress(message: Array[Byte], from: Int = 0): Array[Byte] =
    val out = Deflaters.flushed(message, from, BodyBuffer.Empty)
    // The flush ends in 00 00 FF FF, which the format leaves out.
    java.util.Arrays.copyOf(out.toByteArray, out.size - 4)

  /** Expands to at most `maxBytes`: a small message may otherwise become a thousand times as large.
    *
    * A block may say that it is the last one, and others may follow (RFC 7692, section 7.2.3.5): they are
    * part of the message, too. A message that ends within a block is malformed.
    */
  def expand(message: Array[Byte], maxBytes: Int): Array[Byte] | Bad =
    val pooled = inflaters.poll()
    val inflater = if pooled == null then Inflater(true) else pooled
    try
      val out = ByteArrayOutputStream(math.min(maxBytes, message.length * 3 + 32))
      val piece = new Array[Byte](math.min(8192, math.max(512, message.length * 4)))
      if !expandInto(inflater, message, piece, out, maxBytes) then Bad.TooLarge
      else if inflater.finished then out.toByteArray
      else if !expandInto(inflater, tail, piece, out, maxBytes) then Bad.TooLarge
      else if inflater.finished then out.toByteArray
      else Bad.Malformed
    catch case _: DataFormatException => Bad.Malformed
    finally
      inflater.reset()
      if !inflaters.offer(inflater) then inflater.end()

  /** The empty block that the sender has left out, and one that says it is the last: only between two blocks
    * does it end what is expanded.
    */
  private val tail = Array[Byte](0, 0, -1, -1, 1, 0, 0, -1, -1)

  /** @return whether all of it fits */
  private def expandInto(
      inflater: Inflater,
      input: Array[Byte],
      piece: Array[Byte],
      out: ByteArrayOutputStream,
      maxBytes: Int
  ): Boolean =
    inflater.setInput(input)
    var fits = true
    var more = true
    while fits && more do
      val n = inflater.inflate(piece)
      fits = n <= maxBytes - out.size
      if fits then out.write(piece, 0, n)
      if inflater.needsDictionary then throw DataFormatException("a dictionary is wanted")
      val left = inflater.getRemaining
      if fits && inflater.finished && left > 0 then
        inflater.reset()
        inflater.setInput(input, input.length - left, left)
      else more = !inflater.finished && (n > 0 || !inflater.needsInput)
    fits
  end expandInto
end MessageDeflate
