package eddy.push.internal

/** Pending publications of one subscription, oldest first, with facts about them: it exists only while some
  * are pending. Not thread-safe.
  */
private[push] abstract class Backlog(stats: StreamStats, keeper: Backlog.Keeper):
  private var count = 0
  private var bytes = 0L

  /** Offset of the newest publication that is known. */
  var top = 0L

  /** When it holds publications that came during a read: offset of the first that came, wanted or not, and of
    * the last; none is missing between them. 0 for none.
    */
  var aheadFrom = 0L
  var aheadTo = 0L

  /** How many publications a page is to have: fewer when not all of the last one were let in. */
  var limit = 1

  /** Reads that failed, one after another. */
  var attempts = 0

  /** Of the item that [[poll]] gave last. */
  var polledBytes = 0

  final def messages: Int = count
  final def sizeBytes: Long = bytes
  final def isEmpty: Boolean = count == 0
  final def nonEmpty: Boolean = count > 0

  /** One larger than the limit is admitted when nothing else waits.
    * @param notices for so many there is to be room beside it
    */
  final def fits(size: Int, rules: StreamRules, notices: Int = 0): Boolean =
    count == 0 || count + notices < rules.bufferMessages &&
      bytes + size + notices * StreamMachine.NoticeBytes <= rules.bufferBytes

  final def isOver(rules: StreamRules): Boolean =
    count > rules.bufferMessages || bytes > rules.bufferBytes && count > 1

  /** Puts it behind the others. */
  def add(item: AnyRef, size: Int): Unit

  /** Puts what was polled, and not wanted, before the others. */
  def putBack(item: AnyRef, size: Int): Unit

  /** The oldest, null for none. */
  def poll(): AnyRef | Null

  /** The one that [[poll]] would give. */
  def peek: AnyRef | Null

  /** Removes what is to go first. */
  def evict(): Unit

  final def clear(): Unit = while poll() != null do ()

  protected final def entered(item: AnyRef, size: Int): Unit =
    keeper.keeps(item)
    count += 1
    bytes += size
    stats.waitingMessages.increment()
    stats.waitingBytes.add(size)

  protected final def left(item: AnyRef, size: Int): Unit =
    keeper.lets(item)
    count -= 1
    bytes -= size
    polledBytes = size
    stats.waitingMessages.decrement()
    stats.waitingBytes.add(-size)
end Backlog

private[push] object Backlog:
  /** Learns what waits. Called under the lock of the subscription. */
  trait Keeper:
    def keeps(item: AnyRef): Unit

    /** It waits no longer. */
    def lets(item: AnyRef): Unit

/** A ring that grows with its content. */
private[push] final class RingBacklog(stats: StreamStats, keeper: Backlog.Keeper)
    extends Backlog(stats, keeper):
  import RingBacklog.First

  private var items = new Array[AnyRef | Null](First)
  private var sizes = new Array[Int](First)
  private var head = 0

  def add(item: AnyRef, size: Int): Unit =
    if messages == items.length then grow()
    set((head + messages) & (items.length - 1), item, size)

  def putBack(item: AnyRef, size: Int): Unit =
    if messages == items.length then grow()
    head = (head - 1) & (items.length - 1)
    set(head, item, size)

  def poll(): AnyRef | Null =
    if isEmpty then null
    else
      val item = items(head).nn
      val size = sizes(head)
      items(head) = null
      head = (head + 1) & (items.length - 1)
      left(item, size)
      item

  def peek: AnyRef | Null = if isEmpty then null else items(head)

  def evict(): Unit =
    val _ = poll()

  private def set(at: Int, item: AnyRef, size: Int): Unit =
    items(at) = item
    sizes(at) = size
    entered(item, size)

  private def grow(): Unit =
    val length = items.length
    val moreItems = new Array[AnyRef | Null](length * 2)
    val moreSizes = new Array[Int](length * 2)
    for i <- 0 until length do
      moreItems(i) = items((head + i) & (length - 1))
      moreSizes(i) = sizes((head + i) & (length - 1))
    items = moreItems
    sizes = moreSizes
    head = 0
end RingBacklog

private[push] object RingBacklog:
  private val First = 8
