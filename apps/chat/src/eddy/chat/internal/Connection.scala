package eddy.chat.internal

import eddy.actor.*
import eddy.chat.ServerMessage.{Pong, Refused}
import eddy.chat.{ChatConfig, ClientMessage as Client, CloseCode, Codec, RefusalCode, ServerMessage}
import eddy.push.Position
import eddy.runtime.Timer
import eddy.web.SendResult

import java.net.{Inet6Address, InetAddress}

/** One connection: speaks with the client over its [[Wire]], and with one room at a time.
  *
  * While it waits for the lobby or the room, what the client says, and what is said in the room, stays in
  * the mailbox, in order. It ends with its
  * transport, which is how the room comes to know; when the room ends instead, it goes into the room's next
  * life.
  */
private[chat] final class Connection private (
    id: ConnectionId,
    wire: Wire,
    lobby: ActorRef[LobbyCommand],
    config: ChatConfig,
    stats: ChatStats,
    address: String,
    joinsOfAddress: AddressJoins
)(using ActorSystem, Actor[ConnectionEvent]):
  import Connection.{In, MaxAttempts, Place}
  import ConnectionEvent.*

  // each is sent the room's history
  private val joins = TokenBucket(config.joinsPerSecond, config.joinBurst, Now.read().tick)

  private def mayJoin: Boolean =
    val now = Now.read().tick
    joins.take(now) && joinsOfAddress.take(address, now)

  private def tooOften: Refused =
    val now = Now.read().tick
    val wait = math.max(joins.waitMillis(now), joinsOfAddress.waitMillis(address, now))
    val detail = s"Too many rooms joined at once. Try again in $wait ms."
    Refused(RefusalCode.TooFast, detail, retryAfterMillis = Some(wait))

  /** In no room.
    *
    * @param late runs while the client is in no room; see [[ChatConfig.joinWithin]]. What it says counts
    *   once no room is asked any more
    */
  private def outside(late: Timer): Behavior[ConnectionEvent] = react:
    case Said(join: Client.Join) => if mayJoin then enter(join, late) else tell(tooOften)(outside(late))
    case Said(Client.Say(messageId, _)) =>
      tell(Refused(
        RefusalCode.NotJoined,
        "Not in a room: join one first.",
        id = Some(messageId)
      ))(outside(late))
    case Said(Client.Ping) => tell(Pong)(outside(late))
    case Said(Client.Typing(_) | Client.Leave) => outside(late)
    case Told(message) => tell(message)(outside(late))
    case TooLate => end(CloseCode.NotJoined)
    case Flooding =>
      val _ = late.cancel()
      end(CloseCode.Flood)
    case Gone => over(late)
    case _: (Delivered | RoomDown | Found | NotFound | Admitted) => outside(late) // of a room that was left

  private def enter(join: Client.Join, late: Timer): Behavior[ConnectionEvent] =
    val checked =
      for
        room <- Names.room(join.room, config).left.map(Refused(RefusalCode.RoomInvalid, _))
        name <- Names.person(join.name, config).left.map(Refused(RefusalCode.NameInvalid, _))
      yield seek(Place(room, RoomState.Ask(name, join.token, join.since)), attempt = 1, None, late)
    checked.fold(refused => tell(refused)(outside(late)), identity)

  /** Looks for the room, for a life of it after `ended`. */
  private def seek(
      place: Place,
      attempt: Int,
      ended: Option[ActorRef[RoomCommand]],
      late: Timer
  ): Behavior[ConnectionEvent] =
    if attempt > MaxAttempts then
      tell(RoomState.unavailable(place.room))(outside(late))
    else
      lobby ! LobbyCommand.Find(place.room, self, ended, address)
      waiting(late):
        case Found(ref) => knock(place, attempt, ref, late)
        case NotFound(refused) => tell(refused)(outside(late))

  /** Asks the room to be let in. */
  private def knock(
      place: Place,
      attempt: Int,
      ref: ActorRef[RoomCommand],
      late: Timer
  ): Behavior[ConnectionEvent] =
    val watch = monitor(ref)(_ => RoomDown(ref))
    ref ! RoomCommand.Join(id, self, place.ask)
    waiting(late):
      case Admitted(welcome, messages) =>
        val _ = late.cancel()
        val known = place.copy(ask = place.ask.copy(token = Some(welcome.token)))
        pass(Codec.encode(welcome, messages))(inside(
          In(known, attempt, ref, watch),
          Position(welcome.offset, welcome.epoch)
        ))
      case Told(refused: Refused) =>
        val _ = watch.cancel()
        tell(refused)(outside(late))
      case RoomDown(`ref`) => seek(place, attempt + 1, Some(ref), late)
  end knock

  private def waiting(late: Timer)(
      next: PartialFunction[ConnectionEvent, Behavior[ConnectionEvent]]
  ): Behavior[ConnectionEvent] =
    def again: Behavior[ConnectionEvent] = react(next.orElse {
      case Gone => over(late)
      case Flooding =>
        val _ = late.cancel()
        end(CloseCode.Flood)
      case _: RoomDown => again // a room before this one
      // TooLate stays in the mailbox: who has asked in time is not closed for what the room takes to answer
    })
    again

  /** In a room.
    *
    * @param seen the last publication that was passed on
    */
  private def inside(in: In, seen: Position): Behavior[ConnectionEvent] = react:
    case Delivered(in.ref, offset, json) if offset == 0 || offset > seen.offset =>
      pass(json)(inside(
        if in.attempt > 1 then in.copy(attempt = 1) else in,
        if offset == 0 then seen else seen.copy(offset = offset)
      ))
    case Told(message) => tell(message)(inside(in, seen))
    case Said(Client.Say(messageId, text)) =>
      in.ref ! RoomCommand.Say(id, messageId, text)
      inside(in, seen)
    case Said(Client.Typing(active)) =>
      in.ref ! RoomCommand.Typing(id, active)
      inside(in, seen)
    case Said(Client.Ping) => tell(Pong)(inside(in, seen))
    case Said(Client.Leave) =>
      leave(in)
      outside(alarm())
    case Said(join: Client.Join) =>
      if mayJoin then
        leave(in)
        enter(join, alarm())
      else tell(tooOften)(inside(in, seen))
    case RoomDown(in.ref) =>
      seek(in.place.copy(ask = in.place.ask.copy(since = Some(seen))), in.attempt + 1, Some(in.ref), alarm())
    case Gone => stop
    case Flooding => end(CloseCode.Flood)
    case TooLate => inside(in, seen) // was under way when it was cancelled
    case _: (Delivered | RoomDown | Found | NotFound | Admitted) => inside(in, seen)

  private def leave(in: In): Unit =
    val _ = in.watch.cancel()
    in.ref ! RoomCommand.Leave(id)

  private def alarm(): Timer = sendAfter(self, config.joinWithin, TooLate)

  private def tell(message: ServerMessage)(next: => Behavior[ConnectionEvent]): Behavior[ConnectionEvent] =
    message match
      case _: Refused => stats.refusals.increment()
      case _ => ()
    pass(Codec.encode(message))(next)

  /** A client that does not keep up is sent away rather than waited for: it comes back and recovers by
    * position.
    */
  private def pass(json: String)(next: => Behavior[ConnectionEvent]): Behavior[ConnectionEvent] =
    wire.send(json) match
      case SendResult.Sent => next
      case SendResult.Full => end(CloseCode.SlowConsumer)
      case SendResult.Closed => stop

  private def end(why: CloseCode): Behavior[ConnectionEvent] =
    wire.close(why)
    stop

  private def over(late: Timer): Behavior[ConnectionEvent] =
    val _ = late.cancel()
    stop
end Connection

private[chat] object Connection:
  /** Who shares limits with others that have the same: an address, of IPv6 its first 64 bits. */
  def holder(address: InetAddress): String = address match
    case v6: Inet6Address => v6.getAddress.nn.take(8).map(b => f"$b%02x").mkString
    case other => String.valueOf(other.getHostAddress)

  /** How many lives of a room in a row may end before the client is told that it is not to be had. */
  private val MaxAttempts = 5

  /** A room's name, and what to say at its door. */
  private final case class Place(room: String, ask: RoomState.Ask)

  private final case class In(place: Place, attempt: Int, ref: ActorRef[RoomCommand], watch: Monitor)

  def start(
      id: ConnectionId,
      wire: Wire,
      lobby: ActorRef[LobbyCommand],
      config: ChatConfig,
      stats: ChatStats,
      address: String,
      joins: AddressJoins
  )(using
      ActorSystem
  ): ActorRef[ConnectionEvent] =
    val ref = actor.named[ConnectionEvent](s"chat connection $id"):
      val connection = new Connection(id, wire, lobby, config, stats, address, joins)
      connection.outside(connection.alarm())
    lobby ! LobbyCommand.Watch(ref, wire)
    ref
end Connection
