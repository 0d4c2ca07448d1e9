package eddy.web.internal

import eddy.runtime.Engine

import java.io.{IOException, InputStream, InterruptedIOException}
import java.nio.ByteBuffer

/** A body as a stream whose reader blocks. Not for several threads at a time. */
private[eddy] final class BodyInputStream(in: BodyIn) extends InputStream:
  if !in.claim(() => ()) then
    throw IllegalStateException(
      "this body has a reader already: it comes once; read it in one way only"
    )
  private var piece: ByteBuffer | Null = null
  private var closed = false

  override def read(): Int =
    val next = current()
    if next == null then -1 else next.get() & 0xff

  override def read(to: Array[Byte], offset: Int, length: Int): Int =
    java.util.Objects.checkFromIndexSize(offset, length, to.length): Unit
    if length == 0 then 0
    else
      val next = current()
      if next == null then -1
      else
        val n = math.min(length, next.remaining)
        next.get(to, offset, n): Unit
        n

  override def available(): Int =
    val p = piece
    if p == null then 0 else p.remaining

  override def close(): Unit =
    closed = true
    in.release()

  /** The next bytes to read, or `null` at the end. */
  private def current(): ByteBuffer | Null =
    if closed then throw IOException("this stream has been closed")
    val last = piece
    if last != null && last.hasRemaining then last
    else
      piece = in.poll()
      if piece != null then piece
      else
        in.ending match
          case BodyEnd.Whole => null
          case BodyEnd.Broken(cause: IOException) => throw cause
          case BodyEnd.Broken(cause) => throw IOException(String.valueOf(cause.getMessage), cause)
          case null =>
            in.want()
            try Engine.blocking(in.await())
            catch
              case _: InterruptedException => throw InterruptedIOException("interrupted while reading a body")
            current()
end BodyInputStream
