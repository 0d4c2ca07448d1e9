package eddy.web.internal

import java.io.{IOException, InputStream, PushbackInputStream}

/** A form's bytes; remembers why they could not be read, which the parser would take for a malformed form. */
private[eddy] final class FormInput(body: InputStream) extends PushbackInputStream(body, FormInput.Ahead):
  private var why: IOException | Null = null
  def failure: IOException | Null = why

  override def read(): Int = watched(super.read())
  override def read(to: Array[Byte], offset: Int, length: Int): Int = watched(super.read(to, offset, length))

  /** Whether these are the first bytes; they stay there to be read. */
  def startsWith(bytes: Array[Byte]): Boolean =
    val first = readNBytes(bytes.length)
    unread(first)
    java.util.Arrays.equals(first, bytes)

  /** Reads to the end. */
  def drain(): Unit =
    val buffer = new Array[Byte](8192)
    while read(buffer, 0, buffer.length) >= 0 do ()

  private def watched(read: => Int): Int =
    try read
    catch
      case failure: IOException =>
        why = failure
        throw failure
end FormInput

private[eddy] object FormInput:
  /** The longest boundary with its dashes. */
  private val Ahead = 80
