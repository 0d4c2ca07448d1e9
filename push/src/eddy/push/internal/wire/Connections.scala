package eddy.push.internal.wire

import eddy.push.internal.Connection
import eddy.push.{DisconnectCode, PushConfig}
import eddy.runtime.{Engine, Timer}
import eddy.web.internal.IpNetwork
import eddy.web.{Peer, Request}

import java.util.concurrent.ConcurrentHashMap
import scala.concurrent.duration.{DurationLong, FiniteDuration}
import scala.concurrent.{Future, Promise}

/** Something that has deadlines. Any thread. */
private[push] trait Timed:
  /** When [[due]] is to be called, by the engine's clock; 0 for never. */
  def deadline: Long

  /** It is time. Called again, each time the clock is looked at, until the deadline has moved. */
  def due(): Unit

/** All connections of one mounting: how many there are, and one timer for the deadlines of all, as a timer
  * for each would cost more than an idle connection otherwise does. Any thread.
  */
private[push] final class Connections(config: PushConfig):
  private val all = ConcurrentHashMap.newKeySet[Timed]()
  private val held = ConcurrentHashMap[String, Integer]()

  @volatile private var closing = false
  private val emptied = Promise[Unit]()

  def size: Int = all.size

  /** Whether further ones are to be turned away. */
  def isFull: Boolean = closing || all.size >= config.limits.connections

  /** Admits no more connections, and asks the present ones to leave one by one, each at some moment `within`,
    * so that they do not all come to the next node at once. Completes when all have been asked.
    */
  def drain(engine: Engine, within: FiniteDuration): Future[Unit] =
    closing = true
    all.forEach:
      case connection: Connection =>
        val moment = (within.toMillis * math.random()).toLong.millis
        engine.after(moment)(() => tellToLeave(connection)): Unit
      case other => other.due()
    if all.isEmpty then emptied.trySuccess(()): Unit
    emptied.future

  /** Asks a connection to leave that has come while the others were asked. Called when it is set up
    * completely, since it may leave at once.
    */
  def tellLate(connection: Connection): Unit = if closing then tellToLeave(connection)

  private def tellToLeave(connection: Connection): Unit =
    connection.disconnect(DisconnectCode.Shutdown.code, DisconnectCode.Shutdown.reason)

  /** Whether [[Connections.holder]] has all the places that it may have. */
  def isFull(holder: String): Boolean =
    held.getOrDefault(holder, Integer.valueOf(0)).intValue >= most(holder)

  private def most(holder: String) =
    if Connections.isUser(holder) then config.limits.connectionsPerUser
    else config.limits.connectionsPerAddress

  def add(connection: Timed): Unit = all.add(connection): Unit
  def remove(connection: Timed): Unit =
    val _ = all.remove(connection)
    if closing && all.isEmpty then emptied.trySuccess(()): Unit
  def foreach(action: Timed => Unit): Unit = all.forEach(c => action(c))

  /** Takes one more place, unless there are too many. */
  def enter(holder: String): Boolean =
    var entered = false
    val _ = held.compute(
      holder,
      (_, before) =>
        val n = if before == null then 0 else before.intValue
        entered = n < most(holder)
        if entered then Integer.valueOf(n + 1) else before
    )
    entered

  def leave(holder: String): Unit =
    val _ = held.computeIfPresent(
      holder,
      (_, n) => if n.intValue <= 1 then null else Integer.valueOf(n.intValue - 1)
    )

  /** Looks at the clock from now on. */
  def watch(engine: Engine): Timer =
    val shortest = Seq(config.connectTimeout, config.pongTimeout, config.pingInterval, config.pollTimeout).min
    val interval = math.min(1000, math.max(5, shortest.toMillis / 4)).millis
    engine.every(interval): () =>
      val now = engine.nanoTime
      all.forEach: c =>
        val deadline = c.deadline
        if deadline != 0 && now - deadline >= 0 then c.due()
end Connections

private[push] object Connections:
  private val User = "user "

  /** Who shares limits with others that are the same: a user, or, without one, an address. */
  def holder(user: String, request: Request): String =
    if user.nonEmpty then s"$User$user" else s"address ${IpNetwork.ofCustomer(Peer.of(request).address)}"

  private def isUser(holder: String) = holder.startsWith(User)
