package eddy.remote.internal.node

import eddy.actor.ActorRef

import java.util.{HashMap, IdentityHashMap}

/** The links of a session: between actors of this node and of the other one. A link that this end has made
  * has a positive number, the others have negative ones. Guarded by its own lock.
  */
private[remote] final class LinkTable:
  import LinkTable.*

  private val byNumber = new HashMap[Long, Entry]()
  private val numbers = new IdentityHashMap[AnyRef, java.lang.Long]()
  private var made = 0L
  private var isClosed = false

  /** A link that this end makes; its number, or 0 if the session is closed. */
  def make(link: AnyRef, local: ActorRef[?], remote: ActorRef[?]): Long = synchronized:
    if isClosed then 0
    else
      made += 1
      put(made, Entry(link, local, remote))
      made

  /** A link that the other end has made. False if the session is closed. */
  def enter(number: Long, entry: Entry): Boolean = synchronized:
    if !isClosed then put(number, entry)
    !isClosed

  private def put(number: Long, entry: Entry): Unit =
    byNumber.put(number, entry): Unit
    numbers.put(entry.link, number): Unit

  /** Forgets links of this end; the numbers of those that it knew. */
  def forget(links: List[AnyRef]): List[Long] = synchronized:
    for
      link <- links
      number <- Option(numbers.remove(link))
    yield
      byNumber.remove(number.longValue): Unit
      number.longValue

  /** Forgets links that the other end has ended. */
  def forgetNumbers(all: List[Long]): List[Entry] = synchronized:
    all.flatMap: number =>
      val entry = byNumber.remove(number)
      if entry != null then numbers.remove(entry.link): Unit
      Option(entry)

  def close(): List[Entry] = synchronized:
    isClosed = true
    var all = List.empty[Entry]
    byNumber.values.nn.forEach(entry => all = entry :: all)
    byNumber.clear()
    numbers.clear()
    all

  def size: Int = synchronized(byNumber.size)
end LinkTable

private[remote] object LinkTable:
  /** @param link stands for the link at `local` */
  final class Entry(val link: AnyRef, val local: ActorRef[?], val remote: ActorRef[?])
