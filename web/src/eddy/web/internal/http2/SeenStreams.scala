package eddy.web.internal.http2

/** Which of the last streams of a connection its client has opened, and which it has ended: Netty forgets it
  * with the stream.
  */
private[eddy] final class SeenStreams:
  import SeenStreams.*

  // owned by the I/O thread; stream number n stands at (n / 2) % Window
  private val opened, ended, reset = java.util.BitSet(Window)
  private var last = -1

  /** @param stream the number of a client's stream */
  def open(stream: Int): Unit =
    val index = stream >>> 1
    if index > last then
      // those in between were left out, and can never be opened
      for i <- math.max(last + 1, index - Window + 1) to index do
        opened.clear(i % Window)
        ended.clear(i % Window)
        reset.clear(i % Window)
      last = index
    if isKept(index) then opened.set(index % Window)

  def end(stream: Int): Unit = if isKept(stream >>> 1) then ended.set((stream >>> 1) % Window)

  /** It was reset on this side. */
  def cut(stream: Int): Unit = if isKept(stream >>> 1) then reset.set((stream >>> 1) % Window)

  def isCut(stream: Int): Boolean = isKept(stream >>> 1) && reset.get((stream >>> 1) % Window)

  def of(stream: Int): Seen =
    val index = stream >>> 1
    if !isKept(index) then Seen.Forgotten
    else if ended.get(index % Window) then Seen.Ended
    else if opened.get(index % Window) then Seen.Opened
    else Seen.LeftOut

  private def isKept(index: Int) = index <= last && index > last - Window
end SeenStreams

private[eddy] object SeenStreams:
  /** So many streams are remembered, in three bits each. */
  private final val Window = 512

  enum Seen derives CanEqual:
    case Opened

    /** The client has ended its side. */
    case Ended

    /** Its number is lower than that of a stream that was opened. */
    case LeftOut

    /** Too long ago, or not opened yet. */
    case Forgotten
