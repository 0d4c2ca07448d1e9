package eddy.push.jgroups.internal

import eddy.push.*
import eddy.push.internal.{ChannelLog, MessageCodec, Tie}
import eddy.push.jgroups.JGroupsConfig
import eddy.runtime.Timer

import scala.concurrent.duration.{DurationInt, FiniteDuration}
import scala.concurrent.{Future, Promise}
import scala.util.control.NonFatal

import org.jgroups.{Address, View}

/** A node among others. The first of JGroups' view is the coordinator: it assigns every publication its place
  * and sends it to all, and each node holds all histories. When another takes its place, that one first gets
  * the entries it lacks from all, and begins a term in which every channel has another epoch that continues
  * the one before; see docs/push-jgroups.md.
  *
  * {{{
  *   Member               requests of the node, and its notifications
  *   MemberTerms          which nodes are up, and which one numbers
  *   MemberTransfers      the histories, for nodes that lack them
  *   MemberPublications   publications get their places
  *   MemberState          phase, histories, and the lock
  * }}}
  */
private[jgroups] final class Member(
    config: JGroupsConfig,
    own: MediatorNode,
    linked: Ear => Link,
    recent: Recent = Recent()
) extends MemberTerms(config, own, recent),
      Tie,
      Ear:
  import Member.*
  import MemberState.Phase
  private val engine = node.system.engine

  // unchecked: it only keeps the reference
  private[jgroups] val link: Link = linked(this: @unchecked)
  protected val numbering: Numbering = Numbering(config, replica, link)

  private val ended = Promise[Unit]()
  private var timers = List.empty[Timer]

  // --- what the node asks
  // -----------------------------------------------------------------------------------------

  /** Done when it has the histories, or is the first. Fails when it cannot listen. */
  def start(): Future[Unit] =
    timers = List(
      engine.every(ExpireEvery)(() =>
        locked(requests.expire(System.nanoTime, s"no answer within ${config.answerWithin}"))
        askAgain()
      ),
      engine.every(SweepEvery)(() => sweep())
    )
    apart("connecting")(link.connect()): failure =>
      val why =
        s"cannot join cluster ${config.cluster} from ${config.bind}:${config.port}: ${failure.getMessage}"
      started.tryFailure(MediatorException(why, failure)): Unit
    started.future

  def publish(channel: String, message: Message): Future[Published] =
    ask(Request.Publish(channel, MessageCodec.encode(message))):
      case Requests.Answer.Done(Entry.Publication(_, position, _)) =>
        Published(Option.when(position.offset > 0)(position))
      case Requests.Answer.Known(position) => Published(position, duplicate = true)
      case _ => Published(None)

  def read(channel: String, query: HistoryQuery): Future[HistoryPage] =
    if node.retention(channel).size <= 0 then Future.successful(replica.read(channel, query))
    else ask(Request.Look(channel))(_ => replica.read(channel, query))

  def forget(channel: String): Future[Unit] = ask(Request.Forget(channel))(_ => ())

  def present(channel: String, position: Position): Option[Position] =
    locked(replica.present(channel, position))

  def subscribe(interest: Interest, intake: Intake): Future[Unit] = locked:
    if phase == Phase.Closed then Future.failed(closed)
    else if replica.listen(interest, intake) then Future.unit
    else Future.failed(IllegalStateException(s"$interest has an intake already: unsubscribe first"))

  def unsubscribe(interest: Interest): Future[Unit] = locked:
    replica.leave(interest)
    Future.unit

  def close(): Future[Unit] =
    val isFirst = locked:
      val isFirst = phase != Phase.Closed
      phase = Phase.Closed
      replica.leaveAll()
      requests.fail(_ => true, "the mediator was closed")
      isFirst
    if isFirst then
      timers.foreach(_.cancel(): Unit)
      started.tryFailure(MediatorException("the mediator was closed before it had joined")): Unit
      apart("closing") { link.close(); ended.trySuccess(()): Unit }(failure =>
        ended.tryFailure(failure): Unit
      )
    ended.future

  private def ask[A](request: Request)(done: Requests.Answer => A): Future[A] =
    val promise = Promise[A]()
    locked:
      if phase == Phase.Closed then promise.failure(closed): Unit
      else if requests.size >= config.maxUnanswered then
        promise.failure(MediatorException(
          s"${requests.size} publications and reads wait for the coordinator: publish slower, or raise maxUnanswered"
        )): Unit
      else if !link.hasRoom then
        promise.failure(
          MediatorException(s"this node is behind with sending, ${link.load}: publish slower")
        ): Unit
      else send(requests.add(request, System.nanoTime + config.answerWithin.toNanos, promise)(done))
    promise.future

  private def closed = MediatorException("the mediator was closed: make another one")

  /** The number of nodes in its latest view, itself included; its actions already follow that view. */
  private[jgroups] def nodes: Int = locked(if viewOrNull == null then 0 else view.size)

  // --- what it hears
  // ----------------------------------------------------------------------------------------------

  def viewed(view: View): Unit = locked(if phase != Phase.Closed then enter(view))

  def heard(from: Address, frames: IndexedSeq[(Frame, Array[Byte])]): Unit = locked:
    if phase != Phase.Closed && viewOrNull != null then
      frames.foreach: (frame, bytes) =>
        try take(from, frame, bytes)
        catch case NonFatal(failure) => node.failed(s"a message of node $from", failure)
      if mustTellHave && phase == Phase.Following then
        mustTellHave = false
        link.tell(coordinator, Frame.Have(replica.term, replica.last))

  private def take(from: Address, frame: Frame, bytes: Array[Byte]): Unit = frame match
    case numbered: Frame.Numbered => number(from, numbered, bytes)
    case term: Frame.Term => if from == coordinator && from != link.me then follow(term)
    case hello: Frame.Hello => greeted(from, hello)
    case Frame.Ask(term, who, id, request) =>
      if phase == Phase.Leading && term == replica.term then
        numbering.run(request, who, id, isOwn = false) match
          case Numbering.Outcome.Numbered(_) => ()
          case Numbering.Outcome.Known(position) =>
            numbering.whenConfirmed(() => link.tell(from, Frame.Known(id, position)))
          case Numbering.Outcome.Reached => link.tell(from, Frame.Reached(id, replica.term, replica.last))
          case Numbering.Outcome.Refused(why) => link.tell(from, Frame.Refused(id, why))
    case Frame.Have(term, last) =>
      if phase == Phase.Leading && term == replica.term then numbering.confirm(last)
    case Frame.Uses(channels) => replica.use(channels)
    case Frame.Want(term, after) =>
      if from == coordinator then
        (if term == replica.term then replica.lacks(after) else None) match
          case None => tellEverything(from)
          case Some(frames) =>
            frames.foreach(frame => link.tell(from, frame.bytes))
            greetCoordinator()
    case Frame.Refused(id, why) => requests.answer(id, Requests.Answer.Refused(why))
    case Frame.Known(id, position) => requests.answer(id, Requests.Answer.Known(position))
    case reached: Frame.Reached =>
      looks += reached
      look()
    case piece: Frame.Piece => put(from, piece)

  /** What other nodes were asked, and have not answered for so long, may have been lost with a connection. */
  private[jgroups] def askAgain(afterNanos: Long = config.answerWithin.toNanos): Unit = locked:
    phase match
      case Phase.Joining | Phase.Waiting => greetAgain(afterNanos)
      case Phase.Leading => numbering.askAgain(afterNanos)
      case _ => ()

  /** Forgets channels that were unused for so long: all nodes do the same at the same number. */
  private[jgroups] def sweep(forNanos: Long = ChannelLog.Remembered.toNanos): Unit = locked:
    phase match
      case Phase.Leading => replica.idle(forNanos).grouped(MostUses).foreach(numbering.drop)
      case Phase.Following =>
        replica.used.grouped(MostUses).foreach(channels => link.tell(coordinator, Frame.Uses(channels)))
      case _ => ()

  /** On a thread of its own, as JGroups waits there. */
  private def apart(doing: String)(what: => Unit)(failed: Throwable => Unit): Unit =
    val _ = Thread.ofVirtual.nn.name(s"eddy-jgroups-$doing").nn.start: () =>
      try what
      catch case NonFatal(failure) => failed(failure)
end Member

private[jgroups] object Member:
  /** How late a publication may time out. */
  private val ExpireEvery: FiniteDuration = 250.millis

  /** Much less than a channel is remembered. */
  private val SweepEvery: FiniteDuration = 3.minutes

  private final val MostUses = 500
end Member
