package eddy.remote.testkit.internal

import eddy.remote.session.FrameConnection

import java.util.ArrayDeque
import scala.concurrent.duration.{Duration, FiniteDuration}

/** One end of a connection between two nodes of a simulation, and the way from it to the other end. */
private[testkit] final class SimulatedConnection(val owner: SimulatedTransport, number: Int)
    extends FrameConnection:
  import SimulatedConnection.*

  private var otherEnd: SimulatedConnection | Null = null
  // the packets under way to the other end
  private val pipe = new ArrayDeque[Packet]()
  private var underWay = 0L
  private var lastArrival: FiniteDuration = Duration.Zero
  // arrivals, and bytes that have arrived, of which the cut link keeps the news
  private var heldArrivals = 0
  private var heldAcknowledgements = 0L
  private var isWaiting = false
  // nothing arrives here any more
  private var over = false
  private var hasVanished = false

  private def network = owner.network
  private def link = network.link(owner.address, other.owner.address)
  private def linkBack = network.link(other.owner.address, owner.address)
  def other: SimulatedConnection = otherEnd.nn
  def isOver: Boolean = over

  def join(to: SimulatedConnection): Unit =
    otherEnd = to
    to.otherEnd = this

  def isWritable: Boolean =
    val is = underWay < most
    if !is then isWaiting = true
    is

  def sendFrame(frame: Array[Byte]): Unit =
    send(Packet.Data(frame.length, () => other.owner.driver.frame(other, frame.clone)))
  def sendControl(packet: Array[Byte]): Unit =
    send(Packet.Data(packet.length, () => other.owner.driver.control(other, packet.clone)))
  def flush(): Unit = ()

  private def send(data: Packet.Data): Unit = if !over then
    underWay += data.bytes
    put(data)

  private def put(packet: Packet): Unit =
    pipe.addLast(packet)
    if link.isCut then heldArrivals += 1
    else
      val soonest = network.now + link.latency(network.chance())
      lastArrival = (if soonest > lastArrival then soonest else lastArrival) + link.transmission(packet.bytes)
      network.at(lastArrival)(() => arrive())

  // the oldest one first, whichever of the timers expires first
  private def arrive(): Unit =
    if link.isCut then heldArrivals += 1
    else
      // more arrivals than packets come when some were lost
      if !pipe.isEmpty then take(pipe.removeFirst().nn)

  private def take(packet: Packet): Unit = packet match
    case Packet.End(reason) => other.end(reason)
    // the machine runs again, and knows nothing of this connection
    case _ if other.hasVanished =>
      if network.isThere(other.owner.address) then end("the connection was reset")
    case data: Packet.Data =>
      other.owner.io.execute: () =>
        if !other.isOver then data.event.run()
        acknowledge(data.bytes)

  private def acknowledge(bytes: Long): Unit =
    if linkBack.isCut then heldAcknowledgements += bytes
    else
      underWay -= bytes
      if isWaiting && underWay < most / 2 then
        isWaiting = false
        owner.io.execute(() => if !over then owner.driver.writable(this))

  /** The link to the other end, or the one back, has healed. */
  def healed(): Unit =
    if !link.isCut then
      val arrivals = heldArrivals
      heldArrivals = 0
      for _ <- 1 to arrivals do network.at(network.now + link.latency(network.chance()))(() => arrive())
    if !linkBack.isCut then
      val bytes = heldAcknowledgements
      heldAcknowledgements = 0
      if bytes > 0 then acknowledge(bytes)

  def close(): Unit = if !over then
    over = true
    put(Packet.End("the other node closed the connection"))
    network.forget(this)

  /** Both ends are notified, at different times. Some of the packets under way arrive. */
  def reset(): Unit = List(this, other).foreach(_.breaks("the connection was reset"))

  /** This end breaks off: some of its packets arrive, then the other end is notified. */
  def breaks(reason: String): Unit =
    loses()
    put(Packet.End(reason))

  /** Its node is gone: it is not notified, and takes nothing any more. */
  def vanishes(): Unit =
    over = true
    hasVanished = true
    network.forget(this)

  /** Of what this end has sent, some arrives. */
  def loses(): Unit =
    val kept = network.random.nextInt(pipe.size + 1)
    while pipe.size > kept do pipe.removeLast(): Unit

  private def end(reason: String): Unit =
    owner.io.execute: () =>
      if !over then
        over = true
        network.forget(this)
        owner.driver.broken(this, reason)

  // a table of connections has the same order in each run of a seed
  override def hashCode: Int = number
  override def toString: String = s"connection $number of ${owner.address}"
end SimulatedConnection

private[testkit] object SimulatedConnection:
  /** Bytes under way at most. */
  private val most = 1L << 20

  private enum Packet(val bytes: Int):
    case Data(size: Int, event: Runnable) extends Packet(size)

    /** No more comes. */
    case End(reason: String) extends Packet(0)
