package eddy.push.internal.wire

import eddy.web.SendResult

/** Answers and other messages of a connection's actor, in the order of the requests. Owned by that actor.
  * Empty while nothing is requested; requests are bounded by [[eddy.push.PushLimits.unanswered]], and by the
  * bytes that wait here for the socket.
  *
  * @param send hands one text to the socket
  * @param keeps receives how many bytes wait here, when that has changed by some [[ReplyQueue.Step]]
  */
private[push] final class ReplyQueue(send: Array[Byte] => SendResult, keeps: Long => Unit = _ => ()):
  import ReplyQueue.{Slot, Step}

  private var first: Slot | Null = null
  private var last: Slot | Null = null
  private var count = 0
  private var bytes = 0L
  private var full = false
  // of `bytes`, as reported
  private var told = 0L

  /** How many answers have not gone out. */
  def size: Int = count

  /** Their size. */
  def sizeBytes: Long = bytes

  /** A place for an answer. */
  def open(): Slot =
    val slot = Slot(this)
    val before = last
    if before == null then first = slot else before.next = slot
    last = slot
    count += 1
    slot

  /** A message that is not an answer is sent in its turn.
    * @param afterwards done when the socket has taken it
    */
  def push(bytes: Array[Byte], afterwards: () => Unit = ReplyQueue.nothing): Unit =
    open().answer(bytes, afterwards)

  /** The socket has room again. */
  def drained(): Unit =
    full = false
    flush()

  /** The connection has ended. */
  def clear(): Unit =
    first = null
    last = null
    count = 0
    bytes = 0
    tell()

  private[wire] def flush(): Unit =
    var slot = first
    while slot != null && slot.text != null && !full do
      send(slot.text.nn) match
        case SendResult.Sent =>
          first = slot.next
          if first == null then last = null
          count -= 1
          bytes -= slot.text.nn.length
          slot.afterwards()
          slot = first
        case SendResult.Full => full = true
        // who closed it clears this
        case SendResult.Closed => slot = null
    tell()

  private def tell(): Unit =
    if math.abs(bytes - told) >= Step || bytes == 0 && told != 0 then
      told = bytes
      keeps(bytes)
end ReplyQueue

private[push] object ReplyQueue:
  private val nothing = () => ()

  /** Most answers are short, and gone before they could be counted. */
  private[wire] final val Step = 4096

  final class Slot private[ReplyQueue] (queue: ReplyQueue):
    private[ReplyQueue] var next: Slot | Null = null
    private[ReplyQueue] var text: Array[Byte] | Null = null
    private[ReplyQueue] var afterwards: () => Unit = nothing

    /** @param afterwards done when the socket has taken it */
    def answer(bytes: Array[Byte], afterwards: () => Unit = nothing): Unit =
      text = bytes
      queue.bytes += bytes.length
      this.afterwards = afterwards
      queue.flush()
  end Slot
end ReplyQueue
