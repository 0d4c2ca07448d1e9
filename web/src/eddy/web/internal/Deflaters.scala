package eddy.web.internal

import java.io.ByteArrayOutputStream
import java.util.concurrent.ArrayBlockingQueue
import java.util.zip.Deflater

/** A few compressors for all: each takes some 300 kB of native memory, far too much for one on every open
  * connection.
  */
private[eddy] object Deflaters:
  private val pool = ArrayBlockingQueue[Deflater](16)

  /** Blocks of raw deflate (RFC 1951) that say all of `content`, and end at a whole byte: whatever was
    * compressed so may follow.
    * @param before the bytes that the reader has expanded just before, to refer to; empty when it may refer
    *   to none
    */
  def flushed(content: Array[Byte], from: Int, before: Array[Byte]): ByteArrayOutputStream =
    val pooled = pool.poll()
    val deflater = if pooled == null then Deflater(Deflater.DEFAULT_COMPRESSION, true) else pooled
    try
      if before.length > 0 then deflater.setDictionary(before)
      val length = content.length - from
      deflater.setInput(content, from, length)
      val out = ByteArrayOutputStream(length / 2 + 32)
      val piece = new Array[Byte](math.min(8192, length + 64))
      var n = deflater.deflate(piece, 0, piece.length, Deflater.SYNC_FLUSH)
      while n > 0 do
        out.write(piece, 0, n)
        n = deflater.deflate(piece, 0, piece.length, Deflater.SYNC_FLUSH)
      out
    finally
      deflater.reset()
      if !pool.offer(deflater) then deflater.end()
end Deflaters
