package eddy.remote.testkit

import eddy.actor.*
import eddy.actor.spi.remote.Arrival
import eddy.remote.*

import scala.collection.mutable
import scala.concurrent.duration.{DurationInt, FiniteDuration}

/** What each node of a cluster does while its network is disturbed: in each session it starts a sender, which
  * sends numbered messages to an actor of the other node, monitors it, and is linked with it. The promises of
  * docs/remote.md are checked at each message and at each notice.
  *
  * @param interval between two messages of a sender
  */
final class Traffic(net: SimulatedCluster, interval: FiniteDuration = 100.millis):
  import Traffic.*

  // the last number that a node has sent to another one, and the last one that has arrived
  private val lastSent, lastArrived = mutable.HashMap.empty[(Life, Life), Long]
  // how many sessions were lost when it arrived
  private val sessionOfLast = mutable.HashMap.empty[(Life, Life), Int]
  // the sessions that a node knows of
  private val open = mutable.HashSet.empty[(Life, Life)]
  private val monitors = mutable.ArrayBuffer.empty[Watched]
  // the actors of the present sessions and lives, and with whom they are linked
  private val senders = mutable.HashMap.empty[(Life, Life), ActorRef[Sending]]
  private val sinks = mutable.HashMap.empty[Life, ActorRef[Numbered]]
  private val links = mutable.HashMap.empty[ActorRef[?], Set[ActorRef[?]]]
  private var isSending = true

  /** Messages that the queue for the other node has accepted, and those that have arrived. */
  var accepted, arrived = 0L

  /** Ends of sessions, counted at both ends. */
  var lostSessions = 0

  /** Numbers that were left out while neither end had lost a session since the one before. */
  var gapsInSessions = 0L

  net.onStart(begin)

  /** No more messages. */
  def end(): Unit = isSending = false

  /** At rest: sessions, senders and links are the same at both ends. */
  def checkAtRest(): Unit =
    end()
    // time for each actor to note its links
    net.nodes.foreach(node => sinks(Life(node.name, node.node.incarnation)) ! Numbered.Ended)
    net.sim.advance(5.seconds)
    val lives = net.nodes.map(node => Life(node.name, node.node.incarnation))
    for
      one <- lives
      other <- lives
      if one != other
    do
      if open((one, other)) != open((other, one)) then fail(s"only one of $one and $other knows of a session")
      val sender = senders.get((one, other))
      val isLinked = sender.exists(links.getOrElse(_, Set.empty).nonEmpty)
      val isLinkedThere = links(sinks(other)).exists(_.node.exists(peer => Life.of(peer) == one))
      if isLinked != isLinkedThere then
        fail(
          s"the sender of $one is linked: $isLinked; the actor of $other is linked with it: $isLinkedThere"
        )
      if open((one, other)) && !isLinked then fail(s"the sender of $one to $other is not linked any more")
    for (one, other) <- open if lives.contains(one) && !lives.contains(other) do
      fail(s"$one was not told that $other is gone")
    for watched <- monitors if lives.contains(watched.by) do
      if watched.notices == 0 && !open((watched.by, watched.of)) then
        fail(s"${watched.by} was not told that the actor of ${watched.of} is lost")
  end checkAtRest

  private def fail(what: String): Nothing = throw AssertionError(what)

  private def begin(node: SimulatedNode): Unit =
    given system: ActorSystem = node.system
    val me = Life(node.name, node.node.incarnation)
    val sink = Arrival.start[Numbered](one => sinking(me)(using one))
    sinks(me) = sink
    node.node.register("sink", sink)
    node.node.onEvent:
      case NodeEvent.Up(peer) =>
        val other = Life.of(peer)
        if !open.add((me, other)) then fail(s"$me hears twice that $other is up")
        val found = peer.find[Numbered]("sink")
        found.foreach(_.foreach(begin(me, other, _)))(using system.engine.executionContext)
      case NodeEvent.Down(peer, _) =>
        val other = Life.of(peer)
        lostSessions += 1
        if !open.remove((me, other)) then fail(s"$me hears that $other is down, and it was not up")
        if monitors.exists(one => one.by == me && one.of == other && one.notices == 0) then
          fail(s"$me hears that $other is down before its monitor does")
    : Unit

  private def sinking(me: Life)(using Actor[Numbered]): Behavior[Numbered] =
    trapExit(_ => Numbered.Ended)
    loop:
      react: message =>
        message match
          case Numbered.Message(name, incarnation, number, padding) =>
            if padding.length != paddingOf(number).length then
              fail(s"number $number has ${padding.length} bytes of padding")
            arrives(me, Life(name, incarnation), number)
          case Numbered.Ended => ()
        links(self) = eddy.actor.links
        done

  private def arrives(at: Life, from: Life, number: Long): Unit =
    val before = lastArrived.getOrElse((at, from), 0L)
    if number <= before then fail(s"$at gets number $number of $from after $before")
    val isNew = sessionOfLast.put((at, from), lostSessions).forall(_ != lostSessions)
    if !isNew && before > 0 then gapsInSessions += number - before - 1
    lastArrived((at, from)) = number
    arrived += 1

  private def begin(me: Life, to: Life, sink: ActorRef[Numbered])(using ActorSystem): Unit =
    if open((me, to)) then
      val watched = new Watched(me, to)
      monitors += watched
      sink.addMonitor:
        new Monitor(
          sink,
          _ =>
            watched.notices += 1
            if watched.notices > 1 then fail(s"$me is notified twice that the actor of $to is lost")
        )
      senders((me, to)) = Arrival.start[Sending](one => sending(me, to, sink)(using one))

  private def sending(me: Life, to: Life, sink: ActorRef[Numbered])(using Actor[Sending]): Behavior[Sending] =
    trapExit(_ => Sending.Lost)
    link(sink)
    startTimer("next", interval, Sending.Next)
    loop:
      react:
        case Sending.Next =>
          if isSending then
            val number = lastSent.getOrElse((me, to), 0L) + 1
            lastSent((me, to)) = number
            val message = Numbered.Message(me.name, me.incarnation, number, paddingOf(number))
            if sink.trySend(message) == Delivery.Accepted then accepted += 1
          startTimer("next", interval, Sending.Next)
          links(self) = eddy.actor.links
          done
        case Sending.Lost =>
          links(self) = Set.empty
          stop
end Traffic

object Traffic:
  private val nothing = new Array[Byte](0)
  private val large = new Array[Byte](150_000)

  /** Some messages are large, so that they travel in pieces. */
  private def paddingOf(number: Long) = if number % 7 == 0 then large else nothing

  /** One life of a node. */
  final case class Life(name: String, incarnation: Long) derives CanEqual:
    override def toString: String = s"$name (${incarnation.toHexString.take(4)})"

  object Life:
    def of(peer: PeerNode): Life = Life(peer.name, peer.incarnation)

  /** A monitor of a node. */
  private final class Watched(val by: Life, val of: Life):
    var notices = 0

  private enum Sending:
    case Next, Lost
end Traffic

enum Numbered derives Pickler:
  case Message(name: String, incarnation: Long, number: Long, padding: Array[Byte])

  /** A linked actor of another node is lost. */
  case Ended
