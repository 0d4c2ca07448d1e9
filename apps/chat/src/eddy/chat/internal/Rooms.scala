package eddy.chat.internal

import eddy.actor.ActorRef
import eddy.chat.ChatConfig

import scala.collection.immutable.VectorMap

/** The rooms of this node: the opener of each, and which are empty, those first that have been so for
  * longest. When a place is needed the
  * first of these makes way: all that was said there stays in its channel.
  */
private[chat] final case class Rooms(
    named: Map[String, Rooms.Room],
    empty: VectorMap[String, ActorRef[RoomCommand]]
):
  import Rooms.Room

  def opened(name: String, ref: ActorRef[RoomCommand], address: String): Rooms =
    copy(named.updated(name, Room(ref, address)), empty.removed(name))

  def changed(name: String, ref: ActorRef[RoomCommand], isEmpty: Boolean): Rooms =
    if !named.get(name).exists(_.ref == ref) then this
    else copy(empty = if isEmpty then empty.updated(name, ref) else empty.removed(name))

  def without(name: String, ref: ActorRef[RoomCommand]): Rooms =
    if named.get(name).exists(_.ref == ref) then Rooms(named.removed(name), empty.removed(name)) else this

  /** With a place for one more, and the room that gave it; or why there cannot be one. */
  def roomFor(address: String, config: ChatConfig): Either[String, (Rooms, Option[ActorRef[RoomCommand]])] =
    val own = named.valuesIterator.count(_.address == address)
    if address.nonEmpty && own >= config.roomsPerAddress then
      evict(name => named.get(name).exists(_.address == address)).toRight:
        s"You have opened $own rooms, all of which are in use: your address may open no more. " +
          "Join one of them, or try later."
    else if named.size < config.maxRooms then Right((this, None))
    else
      evict(_ => true).toRight:
        s"There are already ${config.maxRooms} rooms, and no more may be opened. " +
          "Join one of them, or try later."

  private def evict(may: String => Boolean): Option[(Rooms, Option[ActorRef[RoomCommand]])] =
    empty.find((name, _) => may(name)).map((name, ref) => (without(name, ref), Some(ref)))
end Rooms

private[chat] object Rooms:
  val none: Rooms = Rooms(Map.empty, VectorMap.empty)

  /** @param address of the client that opened it; empty when it is unknown */
  final case class Room(ref: ActorRef[RoomCommand], address: String)
