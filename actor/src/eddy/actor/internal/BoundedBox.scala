package eddy.actor.internal

import eddy.actor.{Delivery, MailboxPolicy, MailboxStats, Overflow}
import eddy.runtime.Engine
import eddy.runtime.internal.World

import java.util.concurrent.locks.ReentrantLock
import java.util.{ArrayDeque, LinkedHashMap}

/** The messages of a bounded mailbox, under a lock: senders put and, as the policy says, take out; the owner polls.
  *
  * What the owner has polled and no behaviour has matched counts until it says [[consumed]].
  *
  * @param lost hears of every message that is lost; called outside the lock
  */
private[actor] final class BoundedBox[M](
    policy: MailboxPolicy.Bounded[M],
    world: World,
    lost: AnyRef => Unit
):
  private val lock = new ReentrantLock()
  // guarded by lock; insertion order; the key is the policy's, or one of its own for each message
  private val waiting = new LinkedHashMap[Any, AnyRef]()
  private var polled = 0
  private var announced = false
  private var closed = false
  private var refused = 0L
  private var dropped = 0L
  private var replaced = 0L
  private var slowed = 0L
  // threads that wait for room, the longest first
  private val slow = new ArrayDeque[Thread]()

  private def isFull: Boolean = waiting.size + polled >= policy.capacity

  /** @return what became of the message, and whether the owner must be woken */
  def put(message: M): (Delivery, Boolean) =
    var gone: AnyRef | Null = null
    lock.lock()
    val result =
      try
        if closed then (Delivery.Ended, false)
        else
          policy.overflow match
            case Overflow.KeepLatest(keyOf) =>
              val key = keyOf(Envelope.plain(message).asInstanceOf[M])
              if waiting.containsKey(key) then
                gone = waiting.put(key, message.asInstanceOf[AnyRef])
                replaced += 1
                (Delivery.Accepted, false)
              else if isFull then refuse()
              else add(key, message)
            case Overflow.SlowSender(within) if isFull =>
              slowed += 1
              if !Engine.blocking(awaitRoom(within.toNanos)) then refuse()
              else if closed then (Delivery.Ended, false)
              else add(new Object, message)
            case overflow if isFull =>
              overflow match
                case Overflow.DropOldest if !waiting.isEmpty =>
                  gone = waiting.pollFirstEntry().nn.getValue
                  dropped += 1
                  add(new Object, message)
                case Overflow.DropOldest | Overflow.DropNewest =>
                  gone = message.asInstanceOf[AnyRef]
                  dropped += 1
                  (Delivery.Dropped, false)
                case _ => refuse()
            case _ => add(new Object, message)
      finally lock.unlock()
    val victim = gone
    if victim != null then lost(victim)
    result
  end put

  private def add(key: Any, message: M): (Delivery, Boolean) =
    val _ = waiting.put(key, message.asInstanceOf[AnyRef])
    val first = !announced
    announced = true
    (Delivery.Accepted, first)

  private def refuse(): (Delivery, Boolean) =
    refused += 1
    (Delivery.Full, false)

  /** Under lock, but while it waits. */
  private def awaitRoom(nanos: Long): Boolean =
    val until = world.nanoTime + nanos
    val me = Thread.currentThread
    slow.addLast(me)
    while isFull && !closed && until - world.nanoTime > 0 do
      lock.unlock()
      try world.park(this, until - world.nanoTime)
      finally lock.lock()
      if Thread.interrupted() then
        // the room it was told of is another's
        if !slow.remove(me) then wakeSlow()
        throw InterruptedException("interrupted while it waited for room in a mailbox")
      // told of room, and somebody was quicker: still the first
      if isFull && !slow.contains(me) then slow.addFirst(me)
    slow.remove(me): Unit
    !isFull || closed

  private def wakeSlow(): Unit = world.unpark(slow.pollFirst())

  /** Owner only: the oldest, or null; after null the next [[put]] wakes the owner again. */
  def poll(): AnyRef | Null =
    lock.lock()
    try
      val entry = waiting.pollFirstEntry()
      if entry == null then
        announced = false
        null
      else
        polled += 1
        entry.getValue
    finally lock.unlock()

  /** Owner only: a message that was polled is done with. */
  def consumed(): Unit =
    lock.lock()
    try
      polled -= 1
      wakeSlow()
    finally lock.unlock()

  /** Owner only: takes no more; gives what is there, oldest first. */
  def close(): List[AnyRef] =
    lock.lock()
    try
      closed = true
      slow.forEach(world.unpark(_))
      val left = List.from(scala.jdk.CollectionConverters.CollectionHasAsScala(waiting.values.nn).asScala)
      waiting.clear()
      left
    finally lock.unlock()

  def oldest: AnyRef | Null =
    lock.lock()
    try
      val entry = waiting.firstEntry
      if entry == null then null else entry.getValue
    finally lock.unlock()

  def stats: MailboxStats =
    lock.lock()
    try MailboxStats(waiting.size + polled, refused, dropped, replaced, slowed)
    finally lock.unlock()
end BoundedBox
