package eddy.remote.internal.node

import eddy.remote.spi.{NodeAddress, SessionEnd}
import eddy.runtime.Engine

import java.lang.System.Logger.Level
import java.util.concurrent.ConcurrentHashMap
import scala.concurrent.duration.{DurationInt, FiniteDuration}
import scala.jdk.CollectionConverters.*

/** Dials the addresses of seeds whenever no session is open with a node that answered there, and those of
  * lost nodes for an hour: after a partition perhaps nobody has anything to send, and yet the parts of a
  * cluster have to find each other. An address at which sessions close soon is dialed at longer and longer
  * intervals. Any thread.
  *
  * @param dial once; a failed one calls the second function with the reason
  * @param isStopped of the node
  */
private[remote] final class Redials(
    engine: Engine,
    dial: (NodeAddress, OtherNode => Unit, String => Unit) => Unit,
    isStopped: () => Boolean,
    log: (Level, String) => Unit
):
  import Redials.*

  private val all = new ConcurrentHashMap[NodeAddress, Target]()

  /** Of a seed: until the end of this node. */
  def keep(seed: NodeAddress): Unit = target(seed, isSeed = true).attempt()

  private def target(address: NodeAddress, isSeed: Boolean): Target =
    all.computeIfAbsent(address, _ => new Target(address, isSeed)).nn

  /** The session with a node has closed.
    *
    * @param isSought it may return as this incarnation, and this node connects with all of the cluster
    */
  def closed(node: OtherNode, why: SessionEnd, isSought: Boolean): Unit =
    val incarnation = node.identity.incarnation
    val least = why match
      // it may speak another protocol, and do so again
      case _: SessionEnd.Violated => pauseOfViolated
      case _ => firstPause
    for one <- all.values.nn.asScala if one.has(incarnation) do one.lost(null, least)
    if isSought then
      for address <- node.identity.addresses do target(address, isSeed = false).lost(node, least)

  private final class Target(address: NodeAddress, isSeed: Boolean):
    // guarded by this
    private var pause = firstPause
    private var incarnation = 0L
    private var since = 0L
    private var isPlanned = false
    private var lostNode: OtherNode | Null = null
    private var until = 0L
    private var lastReason = ""

    /** A node of that incarnation has answered here. */
    def has(other: Long): Boolean = synchronized(incarnation == other)

    def lost(node: OtherNode | Null, least: FiniteDuration): Unit =
      val plans = synchronized:
        // a session that lasted for some time is no sign that the next one will not
        if incarnation != 0 && engine.nanoTime - since > longestPause.toNanos then pause = firstPause
        incarnation = 0
        if pause < least then pause = least
        if node != null then
          lostNode = node
          until = engine.nanoTime + soughtFor.toNanos
        plan()
      if plans then later()

    def attempt(): Unit =
      if isStopped() || !isWanted then forget()
      else dial(address, reached(_), failed(_))

    private def isWanted: Boolean = synchronized:
      val node = lostNode
      isSeed || node != null && !node.isOver && !node.hasOpenSession && engine.nanoTime - until < 0

    private def forget(): Unit = if !isSeed then all.remove(address, this): Unit

    private def reached(node: OtherNode): Unit =
      synchronized:
        incarnation = node.identity.incarnation
        since = engine.nanoTime
        lastReason = ""
        longer()
      // it may have closed the session at once
      if !node.hasOpenSession then lost(null, firstPause)

    private def failed(reason: String): Unit =
      val (isNew, plans) = synchronized:
        val news = reason != lastReason
        lastReason = reason
        longer()
        (news, plan())
      if isSeed && isNew && !isStopped() then log(Level.INFO, s"seed $address: $reason")
      if plans then later()

    private def longer(): Unit = pause = (pause * 2).min(if pause > longestPause then pause else longestPause)

    private def plan(): Boolean =
      val fresh = !isPlanned
      isPlanned = true
      fresh

    private def later(): Unit =
      val _ = engine.after(synchronized(pause)): () =>
        synchronized:
          isPlanned = false
        attempt()
  end Target
end Redials

private object Redials:
  private val firstPause = 100.millis
  private val longestPause = 5.seconds
  private val pauseOfViolated = 30.seconds

  /** How long a lost node is dialed. */
  private val soughtFor = 1.hour
end Redials
