package eddy.push.internal

import eddy.push.{ClientInfo, Message, PresenceCount}

import java.util.ArrayDeque
import scala.collection.mutable
import scala.concurrent.{ExecutionContext, Promise}
import scala.jdk.CollectionConverters.*
import scala.util.control.NonFatal

/** The known subscribers and their nodes; confined to the actor of [[Presence]].
  *
  * Each node sends changes as they happen, one message after another, numbered. A node that finds a number
  * missing, or is new, requests everything from that node, which then sends it in parts. A node that says
  * nothing for [[PresenceActor.Silence]] heartbeats, while this node hears itself, has ended; its clients
  * have left.
  */
private[push] final class PresenceActor(
    node: Node,
    tell: (String, ChannelEvent) => Unit,
    self: PresenceEvent => Unit
):
  import PresenceActor.*
  private val here = new Members
  private val peers = mutable.HashMap.empty[String, Peer]

  private var isReady = false
  private var isTelling = false
  private var told = 0L
  private var heardSelfNanos = 0L
  // changes that the others do not know yet
  private val changes = new ArrayDeque[Gossip.Change]()
  private val queue = new ArrayDeque[Gossip]()
  private var mustTellAll = false
  private var mustAskAll = false
  private var bye: Promise[Unit] | Null = null
  var isOver = false

  def localSize: Int = here.size
  def remoteSize: Int = peers.valuesIterator.map(_.members.size).sum
  def peerCount: Int = peers.size

  def handle(event: PresenceEvent): Unit = event match
    case PresenceEvent.Came(channel, who) =>
      if here.add(channel, who) then changed(Gossip.Change.of(channel, who, in = true))
    case PresenceEvent.Went(channel, who) =>
      here.remove(channel, who.client).foreach(known => changed(Gossip.Change.of(channel, known, in = false)))
    case PresenceEvent.Who(channel, answer) =>
      val all = here.of(channel) ++ peers.valuesIterator.flatMap(_.members.of(channel))
      answer.trySuccess(all.distinctBy(_.client).toVector): Unit
    case PresenceEvent.Count(channel, answer) => answer.trySuccess(count(channel)): Unit
    case PresenceEvent.Heard(publications) => publications.foreach(p => heard(p.message))
    case PresenceEvent.Gap => askAll()
    case PresenceEvent.Ready =>
      isReady = true
      heardSelfNanos = now
      askAll()
    case PresenceEvent.Beat => beat()
    case PresenceEvent.Sent(result) =>
      isTelling = false
      result.failed.foreach: cause =>
        node.failed("telling other nodes who is here", cause)
        // it continues with the next beat, when the mediator may be back
        mustTellAll = true
        if bye == null then queue.clear()
      if bye != null then end()
      else if result.isSuccess then tellNext()
    case PresenceEvent.Bye(done) =>
      bye = done
      changes.clear()
      queue.clear()
      queue.add(Gossip(bye = true))
      if !isReady then end()
      else if !isTelling then tellNext()

  private def count(channel: String): PresenceCount =
    (here +: peers.valuesIterator.map(_.members).toVector).filter(_.isIn(channel)) match
      case Vector() => PresenceCount(0, 0)
      // they are counted as they come and go
      case Vector(only) => only.count(channel)
      case several =>
        PresenceCount(
          several.iterator.flatMap(_.of(channel).map(_.client)).toSet.size,
          several.iterator.flatMap(_.users(channel)).toSet.size
        )

  private def end(): Unit =
    // said goodbye, or cannot
    if isTelling || (isReady && !queue.isEmpty) then tellNext()
    else
      isOver = true
      val done = bye
      if done != null then done.trySuccess(()): Unit

  // --- telling
  // --------------------------------------------------------------------------------------------------

  /** On this node. */
  private def changed(change: Gossip.Change): Unit =
    announce(change.ch, change.who, change.in)
    changes.addLast(change)
    if changes.size > MostChanges then
      // everything is shorter
      changes.clear()
      mustTellAll = true
    tellNext()

  private def announce(channel: String, who: ClientInfo, in: Boolean): Unit =
    tell(channel, if in then ChannelEvent.Joined(who) else ChannelEvent.Left(who))

  private def askAll(): Unit =
    mustAskAll = true
    mustTellAll = true
    tellNext()

  private def tellNext(): Unit = if isReady && !isTelling then
    if bye == null && mustTellAll && queue.isEmpty then queueAll()
    val next =
      if !queue.isEmpty then queue.pollFirst().nn
      else if !changes.isEmpty then Gossip(changes = takeChanges())
      else null
    if next != null then
      val wants = if mustAskAll then List(All)
      else peers.valuesIterator.filter(_.isDue(now, beatNanos)).map(_.asked(now)).toList
      mustAskAll = false
      send(next.copy(wants = wants))

  private def send(gossip: Gossip): Unit =
    isTelling = true
    told += 1
    val data = gossip.copy(n = told).toJson
    val message = Message(data, time = System.currentTimeMillis, origin = node.id)
    node.deadline("telling other nodes who is here"):
      node.mediator.publish(ChannelNames.Gossip, message)
    .onComplete(result => self(PresenceEvent.Sent(result.map(_ => ()))))(using ExecutionContext.parasitic)

  private def queueAll(): Unit =
    mustTellAll = false
    // they are in it
    changes.clear()
    val everybody = here.all.map((channel, who) => Gossip.Change.of(channel, who, in = true)).buffered
    val parts = Vector.newBuilder[List[Gossip.Change]]
    while
      parts += Gossip.part(everybody)
      everybody.hasNext
    do ()
    val all = parts.result()
    all.zipWithIndex.foreach((changes, i) =>
      queue.addLast(Gossip(part = i, parts = all.size, changes = changes))
    )

  private def takeChanges(): List[Gossip.Change] =
    val taken = Gossip.part(changes.iterator.nn.asScala.buffered)
    taken.foreach(_ => changes.pollFirst())
    taken

  private def beat(): Unit =
    val isHeard = now - heardSelfNanos < 2 * beatNanos
    if isHeard then
      val silent = peers.filter((_, peer) => now - peer.heardNanos > Silence * beatNanos).keys.toList
      silent.foreach(lose)
    else
      // the mediator is away: no messages can arrive
      peers.valuesIterator.foreach(_.heardNanos = now)
    tellNext()
    if isReady && !isTelling && bye == null then
      val wants = peers.valuesIterator.filter(_.isDue(now, beatNanos)).map(_.asked(now)).toList
      send(Gossip(wants = wants))

  // --- listening
  // ------------------------------------------------------------------------------------------------

  private def heard(message: Message): Unit =
    if message.origin == node.id then heardSelfNanos = now
    else
      try heard(message.origin, Gossip.parse(message.data))
      catch
        case NonFatal(wrong) => node.failed(s"reading what node ${message.origin} tells of presence", wrong)

  private def heard(from: String, gossip: Gossip): Unit =
    if gossip.bye then lose(from)
    else
      val peer = peers.getOrElseUpdate(from, new Peer(from))
      val follows = gossip.n == peer.last + 1
      peer.heardNanos = now
      peer.last = gossip.n
      if gossip.part == 0 then peer.building = new Members
      else if !follows || gossip.part > 0 && gossip.part != peer.parts then
        peer.building = null
        peer.isWhole = false
      val building = peer.building
      if gossip.part >= 0 && building != null then
        gossip.changes.foreach(c => building.add(c.ch, c.who))
        peer.parts = gossip.part + 1
        if peer.parts == gossip.parts then
          replace(peer, building)
          peer.building = null
          peer.isWhole = true
      else if gossip.part < 0 && peer.isWhole then gossip.changes.foreach(c => change(peer, c))
      if gossip.wants.exists(w => w == All || w == node.id) then mustTellAll = true
      if mustTellAll || peer.isDue(now, beatNanos) then tellOrAsk()

  /** Tells everything, or asks at least. */
  private def tellOrAsk(): Unit =
    if isReady && !isTelling && !mustTellAll && queue.isEmpty && changes.isEmpty then
      send(Gossip(wants = peers.valuesIterator.filter(_.isDue(now, beatNanos)).map(_.asked(now)).toList))
    else tellNext()

  private def change(peer: Peer, change: Gossip.Change): Unit =
    if change.in then
      if peer.members.add(change.ch, change.who) then announce(change.ch, change.who, in = true)
    else peer.members.remove(change.ch, change.c).foreach(who => announce(change.ch, who, in = false))

  private def replace(peer: Peer, by: Members): Unit =
    val before = peer.members
    peer.members = by
    before.all.filterNot((channel, who) => by.has(channel, who.client)).foreach((channel, who) =>
      announce(channel, who, in = false)
    )
    by.all.filterNot((channel, who) => before.has(channel, who.client)).foreach((channel, who) =>
      announce(channel, who, in = true)
    )

  private def lose(peer: String): Unit =
    peers.remove(peer).foreach(_.members.all.foreach((channel, who) => announce(channel, who, in = false)))

  private def now: Long = node.system.engine.nanoTime
  private def beatNanos: Long = node.config.heartbeat.toNanos
end PresenceActor

private[push] object PresenceActor:
  private final val All = "*"
  private final val MostChanges = 10_000

  /** Heartbeats. */
  private[push] final val Silence = 3

  /** Another node. */
  private final class Peer(val id: String):
    var last = -1L
    var members = new Members
    // everything, as far as its parts have come
    var building: Members | Null = null
    var parts = 0
    // everything is known
    var isWhole = false
    var heardNanos = 0L
    private var askedNanos = 0L
    private var wasAsked = false

    /** Everything is wanted and was not asked for lately. */
    def isDue(now: Long, beatNanos: Long): Boolean =
      !isWhole && building == null && !(wasAsked && now - askedNanos < beatNanos)

    def asked(now: Long): String =
      wasAsked = true
      askedNanos = now
      id
  end Peer
end PresenceActor
