package eddy.chat.internal

import eddy.actor.ActorRef
import eddy.chat.ServerMessage.Refused
import eddy.chat.{ChatConfig, ClientMessage, Codec, RefusalCode}
import eddy.state.Pure

/** Where a client's messages come in: decodes them and keeps to the limits of speed, before the connection's mailbox, so
  * that a flood fills nothing.
  *
  * @param over called when the transport is closed
  */
private[chat] final class Intake(
    config: ChatConfig,
    connection: ActorRef[ConnectionEvent],
    stats: ChatStats,
    over: () => Unit
):
  // All guarded by this, so that handlers need no lock for it: a WebSocket's messages come one by one, but POSTs may come side by side.
  private val commands = tokenBucket(config.commandsPerSecond, config.commandBurst)
  private val messages = tokenBucket(config.messagesPerSecond, config.messageBurst)
  private val patience = tokenBucket(1, config.floodTolerance)
  private var cutOff = false

  private def tokenBucket(perSecond: Double, burst: Int) = TokenBucket(perSecond, burst, Now.read().tick)

  /** Takes one message. Any thread; in order for one thread. */
  @Pure def receive(json: String): Unit = synchronized(take(json))

  /** The same under the monitor: what it touches is guarded by that. */
  private[internal] def take(json: String): Unit =
    if !cutOff then
      val now = Now.read().tick
      Codec.decodeClient(json) match
        case Left(why) =>
          refuse(now, Refused(RefusalCode.BadMessage, s"Not a message of this protocol: $why"))
        case Right(m) if !commands.take(now) => slowDown(now, idOf(m), commands.waitMillis(now))
        case Right(say: ClientMessage.Say) =>
          if say.id.isEmpty || say.id.length > Intake.MaxIdLength then
            refuse(
              now,
              Refused(
                RefusalCode.BadMessage,
                s"The id of a message must have 1 to ${Intake.MaxIdLength} characters."
              )
            )
          else if !messages.take(now) then slowDown(now, Some(say.id), messages.waitMillis(now))
          else connection ! ConnectionEvent.Said(say)
        case Right(m) => connection ! ConnectionEvent.Said(m)

  /** Takes something that is no text. */
  @Pure def receiveBinary(): Unit = synchronized(takeBinary())

  private[internal] def takeBinary(): Unit =
    if !cutOff then
      refuse(
        Now.read().tick,
        Refused(RefusalCode.BadMessage, "Messages are JSON in text frames; a binary one came.")
      )

  /** The transport is closed. */
  def closed(): Unit =
    stats.connections.decrement()
    over()
    connection ! ConnectionEvent.Gone

  private def idOf(message: ClientMessage): Option[String] = message match
    case ClientMessage.Say(id, _) => Some(id.take(Intake.MaxIdLength))
    case _ => None

  private def slowDown(now: Long, id: Option[String], waitMillis: Long): Unit =
    val detail = s"Too many messages at once. Try again in $waitMillis ms."
    refuse(now, Refused(RefusalCode.TooFast, detail, id = id, retryAfterMillis = Some(waitMillis)))

  /** Whoever goes on being refused is cut off. */
  private def refuse(now: Long, refused: Refused): Unit =
    if patience.take(now) then connection ! ConnectionEvent.Told(refused)
    else
      cutOff = true
      connection ! ConnectionEvent.Flooding
end Intake

private[chat] object Intake:
  /** Ids are made by clients: nothing long is kept. */
  val MaxIdLength = 64
