package eddy.bench.peers.work

import java.nio.charset.StandardCharsets.US_ASCII

/** The page that the thesis has a slow service answer with: 44 KB of HTML. */
object Page:
  val Length: Int = 44 * 1024

  /** The page; a copy of one's own. */
  def bytes: Array[Byte] = text.getBytes(US_ASCII)

  val text: String =
    val (head, tail) = ("<html><body>", "</body></html>")
    head + "x".repeat(Length - head.length - tail.length) + tail
