package eddy.remote.internal.node

import eddy.actor.spi.remote.Arrival
import eddy.actor.{ActorRef, ExitReason, Monitor}
import eddy.remote.internal.address.FarAddress
import eddy.remote.internal.record.{Control, WireReason}

/** What ties an actor that another node starts to the actor that asks for it. The number of the tie goes with
  * the request, so that the tie exists at the other end before the new actor begins.
  */
private[remote] sealed trait SpawnTie:
  /** The actor that asks. */
  def by: ActorRef[?]

  /** Of the session that the request is sent in. */
  def reserve(in: NodeSession): SpawnTie.Numbers

  /** The actor was started. Called by the transport, before it handles a notice of the actor's end. */
  def started(in: NodeSession, numbers: SpawnTie.Numbers, ref: FarAddress[?]): Unit

  /** There is no actor, as far as is known. */
  def failed(): Unit

private[remote] object SpawnTie:
  /** 0: none. */
  final class Numbers(val link: Long, val monitor: Long)

  final class Linked(val by: ActorRef[?]) extends SpawnTie:
    def reserve(in: NodeSession): Numbers = Numbers(in.links.reserve(), 0)

    def started(in: NodeSession, numbers: Numbers, ref: FarAddress[?]): Unit =
      val link = Arrival.newLink(ref)
      val isOpen = in.links.enter(numbers.link, LinkEntry(link, by, ref))
      val isLinked = Arrival.link(by, link)
      if isOpen && !isLinked then
        val known = in.links.forget(List(link))
        val control =
          Control.Exit(
            Some(in.address(by, null)),
            ref.actor.number,
            WireReason.NoActor,
            known,
            inTurn = false
          )
        if known.nonEmpty then in.signal(ref.actor.number, control)
      else if isLinked && !isOpen then
        Arrival.exit(by, ref, ExitReason.NodeLost(in.peer.name), List(link), inTurn = false)

    def failed(): Unit = ()
  end Linked

  final class Monitored(val by: ActorRef[?], monitor: Monitor) extends SpawnTie:
    def reserve(in: NodeSession): Numbers = Numbers(0, in.watched.reserve())

    def started(in: NodeSession, numbers: Numbers, ref: FarAddress[?]): Unit =
      if !in.watched.enter(numbers.monitor, monitor) then monitor.tell(ExitReason.NodeLost(in.peer.name))
      // this life of the asking actor is over
      else if !monitor.isOpen then in.unwatch(ref.actor, monitor)

    def failed(): Unit = monitor.cancel(): Unit
end SpawnTie
