package eddy.push.internal.wire

import eddy.actor.{ActorRef, ActorSystem, Behavior, actor, react, stop}
import eddy.push.*
import eddy.push.internal.wire.Gate.Entry
import eddy.push.internal.{Connection, Credential, HookCalls, Revocation, SubscriptionDetails}
import eddy.web.{Request, SendResult}

import scala.concurrent.{ExecutionContext, Future}
import scala.util.Try
import scala.util.control.NonFatal

/** One client of the Centrifuge protocol: an actor, which begins its commands in order, answers them in
  * order, and holds its subscriptions. Publications do not pass through it: they go from the channel to the
  * socket.
  *
  * Members not under "any thread" belong to the actor.
  */
private[push] final class Session private (val core: PushCore, val wire: Wire, val request: Request)
    extends Connection,
      Timed:
  import Session.*

  val client: String = core.newId()
  // unchecked: only its name is asked for, and later
  val hooks: HookCalls = core.hub.hooks(this: @unchecked)
  val replies: ReplyQueue = ReplyQueue(text => wire.send(text), wire.keeps)
  val sink: SessionSink = SessionSink(this: @unchecked, wire)
  val clock: SessionClock = SessionClock(core)
  val subscriptions: Subscriptions = Subscriptions(this: @unchecked)
  val own: OwnPublishes = OwnPublishes()
  private val rates = Rates(core.rates)
  private val commands = CommandQueue()

  // set once, before anybody else knows of this
  @volatile private var self: ActorRef[Event] | Null = null
  private var state = State.Unknown
  // no further command is begun
  private var held = false
  // set by the actor, read by any thread; null until the client was let in
  @volatile private var let: Entry | Null = null

  // -------------------------------------------------------------------------------------------- any thread

  def user: String = entry.fold("")(_.who.user)
  def entry: Option[Entry] = Option(let)
  def deadline: Long = clock.deadline
  def due(): Unit = tell(Event.Due)
  def disconnect(code: Int, reason: String): Unit = tell(Event.End(code, reason))
  def disconnect(code: DisconnectCode): Unit = disconnect(code.code, code.reason)
  override def subscribe(channel: String, data: Json): Unit =
    subscribe(channel, SubscriptionDetails(data = data))
  override def subscribe(channel: String, details: SubscriptionDetails): Unit =
    later(() => subscriptions.add(channel, details))
  override def message(data: Json): Unit = later: () =>
    if replies.sizeBytes + data.length > core.config.maxBufferedBytes then end(DisconnectCode.Slow)
    else subscriptions.tell(() => replies.push(Pushes.message(data)))
  def unsubscribe(channel: String, code: UnsubscribeCode): Unit =
    later(() => subscriptions.end(channel, code))
  def revoked(what: Revocation): Unit =
    if entry.exists(e => what.covers(e.by)) then disconnect(DisconnectCode.InvalidToken)
    else if subscriptions.hasBy(what) then later(() => subscriptions.revoked(what))

  /** A text of the client; `taken` is called when its commands have been begun. */
  def text(bytes: Array[Byte], taken: () => Unit): Unit = tell(Event.Text(bytes, taken))

  /** The socket has room again. */
  def drained(): Unit = tell(Event.Drained)

  /** The socket is closed. The last call. */
  def gone(code: Int): Unit = tell(Event.Gone(code))

  /** Does this in the actor, unless the connection has ended by then. */
  def later(action: () => Unit): Unit = tell(Event.Then(action))

  override def toString: String =
    entry.fold(s"client $client")(e => s"client $client of user \"${e.who.user}\"")

  // a message after its end is ignored
  private def tell(event: Event): Unit = if self.nn.isAlive then self.nn ! event

  // -------------------------------------------------------------------------------------------- for its
  // commands

  /** Its identity, for a channel. */
  def who: ClientInfo = let.nn.who

  /** The credential that admitted it. */
  def by: Credential = let.nn.by

  /** Whether it may be done once more. */
  def mayOnceMore(kind: Rates.Kind): Boolean = rates.allows(kind, core.now)

  /** False when it has ended at once: its credential was revoked while a hook was asked. */
  def letIn(entry: Entry): Boolean =
    let = entry
    state = State.Connected
    core.hub.connected(this)
    isGood(entry.by)

  /** It stays by another token now; false as with [[letIn]]. */
  def refreshed(by: Credential): Boolean =
    let = let.nn.copy(by = by)
    isGood(by)

  /** Asked once a revocation of it finds this. */
  private def isGood(by: Credential): Boolean =
    if core.hub.isRevoked(by) then end(DisconnectCode.InvalidToken)
    isOpen

  /** Whose place among all connections it takes. */
  def holder(entry: Entry): String = Connections.holder(entry.who.user, request)

  /** It is not admitted after all; the client has the reason. */
  def putOut(): Unit = if isOpen then
    leave(DisconnectCode.Gone.code, DisconnectCode.Gone.reason)
    state = State.Refused

  /** Continues with a result: at once when it is complete, else in a further event. */
  def when[A](future: Future[A])(next: Try[A] => Unit): Unit = future.value match
    case Some(result) => next(result)
    case None => future.onComplete(result => later(() => next(result)))(using ExecutionContext.parasitic)

  /** As [[when]]; until then no further command is begun: for hooks, and for answers that may be long. */
  def holding[A](future: Future[A])(next: Try[A] => Unit): Unit =
    held = true
    when(future): result =>
      held = false
      next(result)

  def end(code: DisconnectCode, why: String = ""): Unit =
    end(code.code, if why.isEmpty then code.reason else s"${code.reason}: $why")

  /** Ends the connection from this side. */
  def end(code: Int, reason: String): Unit = if isOpen then
    over(code, reason)
    core.meters.ended(code)
    wire.close(code, reason)
    // a caller that waits for all, such as the end of the server, continues now
    core.connections.remove(this)

  // -------------------------------------------------------------------------------------------- the actor

  private def isOpen = state != State.Ended && state != State.Gone

  private def handle(event: Event): Unit =
    try
      event match
        case Event.Gone(code) =>
          if isOpen then
            over(DisconnectCode.Gone.code, DisconnectCode.Gone.reason)
            core.meters.gone(code)
            core.connections.remove(this)
          state = State.Gone
        case _ if !isOpen => ()
        case Event.Text(bytes, taken) => received(bytes, taken)
        case Event.Due => onDue()
        case Event.Then(action) => action()
        case Event.Drained => replies.drained()
        case Event.End(code, reason) => end(code, reason)
      if isOpen then beginNext()
    catch
      case NonFatal(failure) =>
        core.system.engine.report(failure, s"a connection to channels, $this")
        end(DisconnectCode.ServerError)

  private def received(bytes: Array[Byte], taken: () => Unit): Unit =
    val limits = core.config.limits
    Frames.read(bytes, limits.jsonDepth, limits.commandsPerMessage, limits.subscriptions) match
      case Left(wrong) => end(DisconnectCode.BadRequest, wrong)
      case Right(all) =>
        // pongs count, but wait for nothing: commands before them may take long
        val (pongs, others) = all.partition(_.body == Command.Body.Pong)
        if !all.forall(_ => mayOnceMore(Rates.Kind.Command)) then end(DisconnectCode.TooManyRequests)
        else if !pongs.forall(_ => clock.ponged()) then
          end(DisconnectCode.BadRequest, "a pong without a ping")
        else commands.add(others, taken)

  private def beginNext(): Unit =
    var command: Command | Null = null
    while
      val mayBegin = isOpen && !held && replies.size < core.config.limits.unanswered &&
        replies.sizeBytes < core.config.maxBufferedBytes
      command = if mayBegin then commands.next(subscriptions.mustWait) else null
      command != null
    do begin(command)
    if !commands.isEmpty then clock.deaf()

  private def begin(command: Command): Unit = command.body match
    case connect: Command.Body.Connect =>
      core.meters.command("connect")
      if state != State.Unknown || command.id == 0 then
        end(DisconnectCode.BadRequest, "connect once, with an id")
      else
        // whatever comes of it, it is not done again
        state = State.Refused
        Entrance.connect(this, Asked(this, command.id, "connect"), connect)
    case _ if state != State.Connected => end(DisconnectCode.BadRequest, "connect first")
    case _ => Methods.begin(this, command)

  private def onDue(): Unit = clock.due() match
    case SessionClock.Due.Nothing => ()
    case SessionClock.Due.Ping => if wire.send(Pushes.ping) != SendResult.Sent then clock.notPinged()
    case SessionClock.Due.NoPong => end(DisconnectCode.NoPong)
    // a hook or the mediator is late with the answer, which is not the client's fault
    case SessionClock.Due.Stale => end(if held then DisconnectCode.ServerError else DisconnectCode.Stale)
    case SessionClock.Due.Expired => end(DisconnectCode.Expired)
    case SessionClock.Due.Others => subscriptions.endExpired()

  private def over(code: Int, reason: String): Unit =
    clock.stop()
    // the hook finds it gone
    leave(code, reason)
    state = State.Ended
    commands.clear()
    replies.clear()

  private def leave(code: Int, reason: String): Unit = if state == State.Connected then
    subscriptions.leaveAll()
    core.hub.disconnected(this)
    core.connections.leave(holder(let.nn))
    hooks.disconnected(Disconnected(who, code, reason))
end Session

private[push] object Session:
  /** Begins the connection's life; [[Session.gone]] must be called at its end. */
  def start(core: PushCore, wire: Wire, request: Request): Session =
    val session = new Session(core, wire, request)
    given ActorSystem = core.system
    session.self = actor[Event]:
      lazy val turn: Behavior[Event] = react:
        case event =>
          session.handle(event)
          if session.state == State.Gone then stop else turn
      turn
    core.connections.add(session)
    core.connections.tellLate(session)
    session

  private enum State derives CanEqual:
    /** Has not said who it is. */
    case Unknown

    /** Has said it, and was not let in, or not yet. */
    case Refused
    case Connected

    /** Ended by this side; the socket has still to close. */
    case Ended
    case Gone
  end State

  private enum Event:
    case Text(bytes: Array[Byte], taken: () => Unit)
    case Then(action: () => Unit)
    case Due
    case Drained
    case End(code: Int, reason: String)
    case Gone(code: Int)
end Session
