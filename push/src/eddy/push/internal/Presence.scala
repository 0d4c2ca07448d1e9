package eddy.push.internal

import eddy.actor.{ActorRef, Behavior, actor, react, stop}
import eddy.push.{ClientInfo, PresenceCount, Publication, PushError, PushException}
import eddy.runtime.Timer

import java.util.concurrent.ConcurrentHashMap
import scala.concurrent.duration.DurationInt
import scala.concurrent.{ExecutionContext, Future, Promise}

/** The subscribers of the channels of all nodes: an actor that sends the changes here to the other nodes,
  * over a channel of the mediator, and receives theirs. See [[PresenceActor]]. Any thread.
  */
private[push] final class Presence(node: Node, tell: (String, ChannelEvent) => Unit) extends Attendance:
  import Presence.*
  private val tracked = node.config.namespaces.exists(n => n.presence || n.joinLeave)
  @volatile private var beat: Timer | Null = null

  /** Clients in the channels of this node and of others, for people who look. */
  @volatile private[push] var localSize: Int = 0
  @volatile private[push] var remoteSize: Int = 0
  @volatile private[push] var peers: Int = 0

  private val ref: ActorRef[PresenceEvent] = begin(this: @unchecked)

  private def begin(self: Presence): ActorRef[PresenceEvent] =
    actor.named[PresenceEvent]("presence") {
      val state = PresenceActor(node, tell, event => self.ref ! event)
      lazy val same: Behavior[PresenceEvent] = react { case event =>
        state.handle(event)
        self.localSize = state.localSize
        self.remoteSize = state.remoteSize
        self.peers = state.peerCount
        if state.isOver then stop else same
      }
      same
    }(using node.system)

  private val gossip = new OwnChannel(node, ChannelNames.Gossip):
    protected def taken(): Unit = ref ! PresenceEvent.Ready
    protected def heard(publications: IndexedSeq[Publication]): Unit = ref ! PresenceEvent.Heard(publications)
    def gap(): Unit = ref ! PresenceEvent.Gap

  /** The mediator has answered. */
  def start(): Unit = if tracked then
    gossip.take()
    beat = node.system.engine.every(node.config.heartbeat)(() => ref ! PresenceEvent.Beat)

  def joined(channel: String, who: ClientInfo): Unit =
    if isTracked(channel) then ref ! PresenceEvent.Came(channel, who)
  def left(channel: String, who: ClientInfo): Unit =
    if isTracked(channel) then ref ! PresenceEvent.Went(channel, who)

  private val counts = ConcurrentHashMap[String, Counted]()

  /** How many they are, as of [[Presence.Reused]] ago at most: all that ask meanwhile get the same. */
  def count(channel: String): Future[PresenceCount] =
    val now = node.system.engine.nanoTime
    val known = counts.get(channel)
    if known != null && now - known.atNanos < Reused.toNanos then known.answer
    else
      // the ones that were asked for and are old are forgotten with the others
      if counts.size >= MostCounts then counts.clear()
      val answer = asked[PresenceCount](channel)(PresenceEvent.Count(channel, _))
      counts.put(channel, Counted(now, answer)): Unit
      answer

  def of(channel: String): Future[Vector[ClientInfo]] =
    asked(channel)(PresenceEvent.Who(channel, _))

  private def asked[A](channel: String)(question: Promise[A] => PresenceEvent): Future[A] =
    val answer = Promise[A]()
    ref ! question(answer)
    if ref.isAlive then node.deadline(s"asking who is in $channel")(answer.future)
    else Future.failed(PushException(PushError.NotAvailable, "the channels were closed"))

  /** Tells the others that this node has ended. */
  def close(): Future[Unit] =
    given ExecutionContext = ExecutionContext.parasitic
    val timer = beat
    if timer != null then timer.cancel(): Unit
    val done = Promise[Unit]()
    ref ! PresenceEvent.Bye(done)
    val told = node.deadline("saying goodbye")(done.future).recover(_ => ())
    if tracked then told.flatMap(_ => gossip.close()) else told

  private def isTracked(channel: String) =
    node.namespaces.find(channel).exists(n => n.presence || n.joinLeave)
end Presence

private[push] object Presence:
  private[push] val Reused = 100.millis
  private final val MostCounts = 10_000
  private final class Counted(val atNanos: Long, val answer: Future[PresenceCount])
