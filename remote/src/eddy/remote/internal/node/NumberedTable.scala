package eddy.remote.internal.node

import java.util.{HashMap, IdentityHashMap}

/** The links of a session, or its monitors: found by number and by object. One that this end has made has a
  * positive number. Guarded by its own lock. After [[close]] it takes nothing.
  *
  * @param keyOf the object that an entry is found by
  */
private[remote] final class NumberedTable[A <: AnyRef](keyOf: A => AnyRef):
  private val byNumber = new HashMap[Long, A]()
  private val numbers = new IdentityHashMap[AnyRef, java.lang.Long]()
  private var made = 0L
  private var isClosed = false

  /** A number for an entry that follows; 0 if the session is closed. */
  def reserve(): Long = synchronized:
    if isClosed then 0
    else
      made += 1
      made

  /** Adds an entry of this end. Its number, or 0 if the session is closed. */
  def make(entry: A): Long = synchronized:
    val number = reserve()
    if number != 0 then put(number, entry)
    number

  /** With a reserved number, or one of the other end. False if the session is closed. */
  def enter(number: Long, entry: A): Boolean = synchronized:
    if !isClosed then put(number, entry)
    !isClosed

  private def put(number: Long, entry: A): Unit =
    val before = byNumber.put(number, entry)
    if before != null then numbers.remove(keyOf(before)): Unit
    numbers.put(keyOf(entry), number): Unit

  def find(number: Long): A | Null = synchronized(byNumber.get(number))

  /** The numbers of those that it knew. */
  def forget(keys: List[AnyRef]): List[Long] = synchronized:
    for
      key <- keys
      number <- Option(numbers.remove(key))
    yield
      byNumber.remove(number.longValue): Unit
      number.longValue

  /** The entries of those that it knew. */
  def remove(all: List[Long]): List[A] = synchronized:
    all.flatMap: number =>
      val entry = byNumber.remove(number)
      if entry != null then numbers.remove(keyOf(entry)): Unit
      Option(entry)

  def close(): List[A] = synchronized:
    isClosed = true
    var all = List.empty[A]
    byNumber.values.nn.forEach(entry => all = entry :: all)
    byNumber.clear()
    numbers.clear()
    all

  def size: Int = synchronized(byNumber.size)
end NumberedTable
