package eddy.remote.memory

import eddy.remote.session.FrameConnection

import java.util.concurrent.atomic.{AtomicBoolean, AtomicLong}

/** One end of a connection between two nodes of this process. */
private[memory] final class MemoryConnection(val owner: MemoryTransport) extends FrameConnection:
  private var otherEnd: MemoryConnection | Null = null
  private val underWay = new AtomicLong
  private val isWaiting = new AtomicBoolean
  // nothing arrives here any more
  @volatile private var over = false

  def join(other: MemoryConnection): Unit =
    otherEnd = other
    other.otherEnd = this

  private def other: MemoryConnection = otherEnd.nn

  def joins(one: String, another: String): Boolean =
    Set(owner.address, other.owner.address) == Set(one, another)
  def isOf(transport: MemoryTransport): Boolean = (owner eq transport) || (other.owner eq transport)

  def isOver: Boolean = over

  def isWritable: Boolean =
    val is = underWay.get < MemoryConnection.most
    if !is then isWaiting.set(true)
    // the last byte may have arrived in the meantime
    is || underWay.get == 0

  def sendFrame(frame: Array[Byte]): Unit = arrive(frame, () => other.owner.driver.frame(other, frame.clone))
  def sendControl(packet: Array[Byte]): Unit =
    arrive(packet, () => other.owner.driver.control(other, packet.clone))
  def flush(): Unit = ()

  private def arrive(bytes: Array[Byte], event: Runnable): Unit =
    underWay.addAndGet(bytes.length): Unit
    other.owner.io.execute: () =>
      if !other.isOver then event.run()
      val left = underWay.addAndGet(-bytes.length)
      if left < MemoryConnection.most / 2 && isWaiting.compareAndSet(true, false) then
        owner.io.execute(() => if !isOver then owner.driver.writable(this))

  def close(): Unit =
    over = true
    owner.io.execute(() => forget())
    other.owner.io.execute(() => other.end("the other node closed the connection"))

  /** Frames under way are lost. */
  def reset(): Unit =
    val ends = List(this, other)
    val live = ends.filterNot(_.isOver)
    ends.foreach(_.over = true)
    live.foreach(one => one.owner.io.execute(() => one.owner.driver.broken(one, "the connection was reset")))
    forget()

  private def end(reason: String): Unit =
    if !isOver then
      over = true
      owner.driver.broken(this, reason)

  private def forget(): Unit = List(this, other).foreach(owner.network.forget)
end MemoryConnection

private[memory] object MemoryConnection:
  /** Bytes under way at most. */
  val most: Long = 1L << 20
