package eddy.push.activemq.internal

import java.util.concurrent.atomic.AtomicInteger
import scala.collection.mutable.ArrayBuffer

import jakarta.jms.{JMSException, Message, MessageConsumer, MessageListener, Session}

/** A consumer with a session of its own, whose dispatch can be held: the listener takes itself away when it
  * has had as many publications, or bytes, as there was room for. Later messages wait within the consumer's
  * prefetch, and beyond that, with the broker. No thread waits for anything.
  *
  * A session belongs to one thread at a time. It is the client library's while the listener is set, and the
  * poller's once it is not.
  *
  * @param mostBytes that wait for the poller; one message may be more, as with how many there was room for
  * @param read decodes a message; null for a message from elsewhere. Does not throw
  * @param wake tells the poller that there is something to [[take]]; from the client library's threads
  */
private[activemq] final class Inlet[A <: Inlet.Sized](
    session: Session,
    consumer: MessageConsumer,
    mostBytes: Int,
    read: Message => A | Null,
    wake: Inlet[A] => Unit
) extends MessageListener:
  private val room = new AtomicInteger()
  // guarded by this: messages that the poller has not taken yet
  private var arrived = ArrayBuffer.empty[A]
  // of these; written where it is guarded by this, read by the client library's thread
  @volatile private var bytes = 0L
  // guarded by this: whether the poller was notified and has not come yet
  private var due = false
  // guarded by this: whether the listener is away
  private var held = true
  @volatile private var silences = 0

  /** How often the listener has taken itself away. */
  def holds: Int = silences

  override def onMessage(message: Message): Unit =
    val one = read(message)
    val size = if one == null then 0 else one.sizeBytes
    val count = if one == null then 1 else one.count
    val full = room.addAndGet(-count) <= 0 || bytes + size >= mostBytes
    // before the poller can know of it and put the listener back
    if full then silence()
    val first = synchronized:
      if one != null then
        arrived += one
        bytes += size
      if full then
        held = true
        silences += 1
      val first = !due
      due = true
      first
    if first then wake(this)

  /** The poller's: messages received since. */
  def take(): IndexedSeq[A] = synchronized:
    due = false
    if arrived.isEmpty then IndexedSeq.empty
    else
      val all = arrived
      arrived = ArrayBuffer.empty
      bytes = 0
      all.toIndexedSeq

  /** The poller's: lets so many come from now on.
    * @throws JMSException when the connection is gone
    */
  def run(atMost: Int): Unit =
    room.set(atMost)
    val back = synchronized:
      // too much is pending already: the poller was notified, and comes again
      val isAway = held && bytes < mostBytes
      if isAway then held = false
      isAway
    if back then consumer.setMessageListener(this)

  /** The poller's: lets no more come than one. */
  def hold(): Unit = room.set(0)

  /** Blocks until the listener has ended.
    * @throws JMSException when the connection is gone, and the consumer with it
    */
  def close(): Unit = session.close()

  private def silence(): Unit =
    try consumer.setMessageListener(null)
    catch
      // closed by another thread meanwhile: then nothing comes any more either
      case _: JMSException => ()
end Inlet

private[activemq] object Inlet:
  trait Sized:
    def sizeBytes: Int

    /** How many publications it holds. */
    def count: Int
