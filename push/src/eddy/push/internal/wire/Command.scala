package eddy.push.internal.wire

import eddy.push.{Json, Position}

/** What a client asks for, as the Centrifuge protocol (version 2) has it.
  *
  * @param id what the reply carries; 0 for what gets none
  */
private[push] final case class Command(id: Long, body: Command.Body) derives CanEqual

private[push] object Command:
  enum Body derives CanEqual:
    /** @param subs server-side subscriptions that are to be recovered */
    case Connect(
        token: String,
        data: Json,
        subs: Map[String, Option[Position]],
        name: String,
        version: String
    )
    case Subscribe(channel: String, options: SubscribeOptions)
    case Unsubscribe(channel: String)
    case Publish(channel: String, data: Json)
    case Presence(channel: String)
    case PresenceStats(channel: String)
    case History(channel: String, limit: Int, since: Option[Position], reverse: Boolean)
    case Rpc(method: String, data: Json)
    case Send(data: Json)
    case Refresh(token: String)
    case SubRefresh(channel: String, token: String)
    case Ping

    /** The answer to the server's ping: a command with nothing in it. */
    case Pong

    /** A method that is not known here. */
    case Unknown

    /** Its subject. */
    def about: Option[String] = this match
      case Subscribe(name, _) => Some(name)
      case Unsubscribe(name) => Some(name)
      case Publish(name, _) => Some(name)
      case Presence(name) => Some(name)
      case PresenceStats(name) => Some(name)
      case History(name, _, _, _) => Some(name)
      case SubRefresh(name, _) => Some(name)
      case _ => None
  end Body

  /** @param recover what the client has seen
    * @param filter the client's filter by tags, JSON; [[Json.none]] for none
    * @param rejectsUnrecovered whether it wants an error rather than a subscription that is not recovered
    */
  final case class SubscribeOptions(
      token: String = "",
      recover: Option[Position] = None,
      data: Json = Json.none,
      joinLeave: Boolean = false,
      filter: Json = Json.none,
      rejectsUnrecovered: Boolean = false
  ) derives CanEqual
end Command
