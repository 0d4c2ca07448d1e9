package eddy.web.internal

import java.io.ByteArrayOutputStream
import java.nio.ByteBuffer
import java.util.concurrent.atomic.AtomicInteger

/** Compresses a stream on its way out. A piece is sent at once when no earlier one is under way; pieces
  * written in the meantime are collected, and sent together. So no piece waits for another that may never
  * come, and a flood of small ones is compressed well (as Nagle's algorithm sends, RFC 896). Any thread but
  * the I/O thread, as compressing takes time.
  *
  * @param send takes compressed bytes, and how many bytes in how many pieces they were
  * @param later runs on another thread
  */
private[eddy] final class CompressedOut(
    send: (compressed: Array[Byte], bytes: Int, pieces: Int) => Unit,
    later: (() => Unit) => Unit
):
  import CompressedOut.*

  // guarded by this
  private val gzip = GzipPieces()
  private var collected = ByteArrayOutputStream(0)
  private var pieces = 0
  private var ended = false

  // Set before `underway` is looked at, and looked at after `underway` is changed: one of the two sees what
  // is to be sent.
  @volatile private var waits = false
  private val underway = AtomicInteger()

  def write(piece: ByteBuffer): Unit = synchronized:
    if !ended then
      val source = piece.duplicate
      while source.hasRemaining do
        val slice = new Array[Byte](math.min(source.remaining, Together - collected.size))
        source.get(slice): Unit
        collected.writeBytes(slice)
        if !source.hasRemaining then pieces += 1
        if collected.size == Together then flush()
      waits = collected.size > 0
      if underway.get == 0 then flush()

  /** All sent bytes are with the operating system, or lost. On the I/O thread. */
  def written(): Unit =
    if underway.decrementAndGet() == 0 && waits then later(() => synchronized(if !ended then flush()))

  /** Sends what is left, and then the last. */
  def end(last: () => Unit): Unit = synchronized:
    if !ended then
      flush()
      ended = true
      underway.incrementAndGet(): Unit
      send(gzip.end(), 0, 0)
      last()

  private def flush(): Unit =
    waits = false
    if collected.size > 0 then
      val content = collected.toByteArray
      val of = pieces
      collected = ByteArrayOutputStream(0)
      pieces = 0
      underway.incrementAndGet(): Unit
      send(gzip.next(content), content.length, of)
end CompressedOut

private[eddy] object CompressedOut:
  /** So many bytes are compressed at once, and as many may be collected. */
  final val Together = 32 * 1024
