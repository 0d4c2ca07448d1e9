package eddy.push.jgroups.internal

import eddy.push.*
import eddy.push.internal.{Epochs, MessageCodec}
import eddy.push.jgroups.JGroupsConfig
import eddy.runtime.Timer

import java.util.concurrent.locks.ReentrantLock
import scala.collection.mutable
import scala.concurrent.duration.DurationInt
import scala.concurrent.{Future, Promise}
import scala.jdk.CollectionConverters.*
import scala.util.control.NonFatal

import org.jgroups.{Address, MergeView, View}

/** A node among others. The first of JGroups' view is the coordinator: it gives every publication its place and sends it to all, and each
  * node holds all histories. When another takes its place, that one first gets from all what it lacks, and begins a term in which every
  * channel has another epoch that goes on from the one before; see docs/push-jgroups.md.
  *
  * {{{
  *   Apart --view--> Joining --everything--> Following <--goes on-- Waiting <--other coordinator-- Following
  *   first of the view: --> Taking --all have said what they have--> Leading
  *   a number is missing, or another term: --> Joining
  * }}}
  * All state is guarded by the lock. Nobody is called while it is held: promises, intakes and the node's own come after.
  */
private[jgroups] final class Member(config: JGroupsConfig, node: MediatorNode) extends Ear:
  import Member.*
  private val engine = node.system.engine
  private val lock = ReentrantLock()
  private val effects = mutable.ArrayBuffer.empty[() => Unit]

  // unchecked: it only keeps the reference
  private[jgroups] val link: Link = Link(config, node, this: @unchecked)
  private val replica = Replica(node, config.delivery)
  private val requests = Requests(effect => effects.addOne(effect): Unit)
  private val numbering = Numbering(replica, link)

  private var phase = Phase.Apart
  private var viewOrNull: View | Null = null
  // the latest of each member of the view
  private val hellos = mutable.HashMap.empty[Address, Frame.Hello]
  // asked already, in this view, for what they have and this node has not
  private val wanted = mutable.HashSet.empty[Address]
  // came before everything had
  private val early = mutable.ArrayBuffer.empty[(Frame.Numbered, Array[Byte])]
  private var reader: (Address, Snapshot.Reader) | Null = null
  // what the coordinator had when it was asked
  private val looks = mutable.ArrayBuffer.empty[Frame.Reached]
  private var mustTellHave = false
  private var transfers = 0L
  @volatile private var current: MediatorState =
    MediatorState.Down("not connected yet", System.currentTimeMillis)
  private val started = Promise[Unit]()
  private val ended = Promise[Unit]()
  private var timers = List.empty[Timer]

  // --- what the node asks -----------------------------------------------------------------------------------------

  /** Done when it has the histories, or is the first. Fails when it cannot listen. */
  def start(): Future[Unit] =
    timers = List(
      engine.every(ExpireEvery)(() =>
        locked(requests.expire(System.nanoTime, s"no answer within ${config.answerWithin}"))
      ),
      engine.every(SweepEvery)(() => locked(sweep()))
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

  def state: MediatorState = current

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

  // --- what it hears ----------------------------------------------------------------------------------------------

  def viewed(view: View): Unit = locked(if phase != Phase.Closed then enter(view))

  def heard(from: Address, frames: IndexedSeq[(Frame, Array[Byte])]): Unit = locked:
    if phase != Phase.Closed && viewOrNull != null then
      frames.foreach: (frame, bytes) =>
        try take(from, frame, bytes)
        catch case NonFatal(failure) => node.failed(s"what node $from says", failure)
      if mustTellHave then
        mustTellHave = false
        if phase == Phase.Following then link.tell(coordinator, Frame.Have(replica.term, replica.last))

  private def take(from: Address, frame: Frame, bytes: Array[Byte]): Unit = frame match
    case numbered: Frame.Numbered => number(from, numbered, bytes)
    case term: Frame.Term => if from == coordinator && from != link.me then follow(term)
    case hello: Frame.Hello =>
      hellos(from) = hello
      if phase == Phase.Leading then greet() else if phase == Phase.Taking then takeOver()
    case Frame.Ask(who, id, request) =>
      if phase == Phase.Leading then
        numbering.run(request, who, id, isAlone = false, confirm = false) match
          case Numbering.Outcome.Numbered(_) => ()
          case Numbering.Outcome.Known(position) => link.tell(from, Frame.Known(id, position))
          case Numbering.Outcome.Reached => link.tell(from, Frame.Reached(id, replica.term, replica.last))
          case Numbering.Outcome.Refused(why) => link.tell(from, Frame.Refused(id, why))
    case Frame.Have(term, last) =>
      if phase == Phase.Leading && term == replica.term then numbering.confirm(last)
    case Frame.Uses(channels) => replica.use(channels)
    case Frame.Want(term, after) =>
      if term.isEmpty then tellEverything(from)
      else if term == replica.term then
        replica.recent.after(after).foreach(link.tell(from, _))
        link.tell(from, Frame.Hello(view.getViewId.getId, replica.term, replica.last))
    case Frame.Refused(id, why) => requests.answer(id, Requests.Answer.Refused(why))
    case Frame.Known(id, position) => requests.answer(id, Requests.Answer.Known(position))
    case reached: Frame.Reached =>
      looks += reached
      look()
    case piece: Frame.Piece => put(from, piece)

  // --- who is there -----------------------------------------------------------------------------------------------

  private def enter(next: View): Unit =
    val before = viewOrNull
    val isSame = before != null && before.getCoord == next.getCoord && !next.isInstanceOf[MergeView]
    viewOrNull = next
    hellos.filterInPlace((member, _) => next.containsMember(member)): Unit
    wanted.clear()
    early.clear()
    reader = null
    if coordinator == link.me then
      if phase == Phase.Leading then
        if isAlone then numbering.confirmAll()
        greet()
      else
        phase = Phase.Taking
        takeOver()
    else
      if replica.term.isEmpty || phase == Phase.Joining then join()
      else
        if !isSame || phase != Phase.Following then phase = Phase.Waiting
        link.tell(coordinator, Frame.Hello(next.getViewId.getId, replica.term, replica.last))
  end enter

  /** Asks for everything. */
  private def join(): Unit =
    phase = Phase.Joining
    reader = null
    early.clear()
    link.tell(coordinator, Frame.Hello(view.getViewId.getId, "", 0))

  /** Tells those that have come to this view, or back, how it goes on. */
  private def greet(): Unit =
    val due = hellos.filter((_, hello) => hello.view == view.getViewId.getId).toVector
    due.foreach: (member, hello) =>
      hellos.remove(member): Unit
      if hello.term == replica.term then
        numbering.confirm(hello.last)
        link.tell(member, Frame.Term(replica.term, replica.term, replica.last))
      else tellEverything(member)

  private def takeOver(): Unit =
    val said =
      others.flatMap(member => hellos.get(member).filter(_.view == view.getViewId.getId).map(member -> _))
    if said.size == others.size then
      val more =
        if replica.term.isEmpty then said.filter(_(1).term.nonEmpty)
        else said.filter((_, hello) => hello.term == replica.term && hello.last > replica.last)
      more.filterNot((member, _) => wanted(member)).sortBy(-_(1).last).headOption match
        case Some((member, _)) =>
          wanted += member
          if replica.term.nonEmpty then hellos.remove(member): Unit
          link.tell(member, Frame.Want(replica.term, replica.last))
        case None => if replica.term.nonEmpty || more.isEmpty then lead(said.map(_(1)))

  private def lead(said: Seq[Frame.Hello]): Unit =
    val term = Epochs.fresh(node.system)
    val behind = said.filter(hello => hello.term == replica.term).map(_.last).minOption
    if replica.term.nonEmpty then behind.foreach(replica.recent.after(_).foreach(link.tellAll))
    if !isAlone then link.tellAll(FrameCodec.encode(Frame.Term(term, replica.term, replica.last)))
    hellos.clear()
    goOn(term)
    phase = Phase.Leading
    sendAll()

  /** The coordinator goes on from what was before. */
  private def follow(term: Frame.Term): Unit =
    val goesOn = term.after == replica.term && (term.term == term.after || term.last == replica.last)
    if !goesOn || phase == Phase.Joining && replica.term.nonEmpty then join()
    else
      if term.term != term.after then goOn(term.term)
      early.clear()
      phase = Phase.Following
      sendAll()

  private def goOn(term: String): Unit =
    // what was not numbered by now never was
    numbering.confirmAll()
    replica.goOn(term)
    looks.clear()
    requests.all.foreach(_.sentTo = null)

  // --- publications -----------------------------------------------------------------------------------------------

  private def number(from: Address, numbered: Frame.Numbered, bytes: Array[Byte]): Unit = phase match
    case Phase.Joining => if early.size < MostEarly then early += ((numbered, bytes))
    case Phase.Leading | Phase.Apart | Phase.Closed => ()
    case Phase.Waiting if numbered.term != replica.term =>
      if from == coordinator && early.size < MostEarly then early += ((numbered, bytes))
    case Phase.Following | Phase.Waiting | Phase.Taking =>
      if numbered.term == replica.term && numbered.number <= replica.last + 1 then place(numbered, bytes)
      else if phase != Phase.Taking && from == coordinator then
        join()
        early += ((numbered, bytes))

  private def place(numbered: Frame.Numbered, bytes: Array[Byte]): Unit =
    if numbered.number == replica.last + 1 then
      replica.last = numbered.number
      replica.recent.add(numbered.number, bytes)
      try replica(numbered.entry)
      catch case NonFatal(wrong) => node.failed("reading a publication of another node", wrong)
      if numbered.confirm && isDeputy then mustTellHave = true
      if looks.nonEmpty then look()
    if numbered.node == node.id then requests.answer(numbered.id, Requests.Answer.Done(numbered.entry))

  /** Answers reads that were waiting for what has come. */
  private def look(): Unit =
    val (due, waiting) = looks.toVector.partition(l => l.term == replica.term && l.last <= replica.last)
    looks.clear()
    looks ++= waiting
    due.foreach(l => requests.answer(l.id, Requests.Answer.Reached))

  private def sendAll(): Unit = requests.all.foreach(one => if one.sentTo != coordinator then send(one))

  private def send(one: Requests.Waiting[?]): Unit = phase match
    case Phase.Following =>
      one.sentTo = coordinator
      link.tell(coordinator, Frame.Ask(node.id, one.id, one.request))
    case Phase.Leading =>
      one.sentTo = coordinator
      numbering.run(one.request, node.id, one.id, isAlone, confirm = !isAlone) match
        case Numbering.Outcome.Numbered(entry) =>
          val answer = Requests.Answer.Done(entry)
          if isAlone then requests.answer(one.id, answer)
          else numbering.whenConfirmed(() => requests.answer(one.id, answer))
        case Numbering.Outcome.Known(position) => requests.answer(one.id, Requests.Answer.Known(position))
        case Numbering.Outcome.Reached => requests.answer(one.id, Requests.Answer.Reached)
        case Numbering.Outcome.Refused(why) => requests.answer(one.id, Requests.Answer.Refused(why))
    // when it is known who numbers
    case _ => ()

  // --- everything -------------------------------------------------------------------------------------------------

  private def tellEverything(to: Address): Unit = if replica.term.nonEmpty then
    transfers += 1
    val (transfer, pieces) = (transfers, replica.snapshot.pieces)
    link.tell(
      to,
      pieces.zipWithIndex.map((bytes, i) => Frame.Piece(transfer, i, !pieces.hasNext, bytes))
    )

  private def put(from: Address, piece: Frame.Piece): Unit =
    if phase == Phase.Joining || phase == Phase.Waiting || phase == Phase.Taking && replica.term.isEmpty then
      if piece.index == 0 then reader = (from, Snapshot.Reader(piece.transfer))
      reader match
        case (`from`, pieces) if pieces.transfer == piece.transfer => pieces.add(piece).foreach(restore)
        // of a transfer that was given up
        case _ => ()

  private def restore(snapshot: Snapshot): Unit =
    reader = null
    replica.restore(snapshot)
    numbering.clear()
    looks.clear()
    requests.fail(one => one.sentTo != null && one.changes, "this node was cut off from the others")
    requests.all.foreach(_.sentTo = null)
    if phase == Phase.Taking then takeOver()
    else
      phase = Phase.Following
      val came = early.toVector
      early.clear()
      came.foreach: (numbered, bytes) =>
        if numbered.term == replica.term then number(coordinator, numbered, bytes)
      if phase == Phase.Following then
        link.tell(coordinator, Frame.Have(replica.term, replica.last))
        sendAll()

  private def sweep(): Unit =
    replica.sweep()
    if phase == Phase.Following then
      replica.used.grouped(MostUses).foreach(channels => link.tell(coordinator, Frame.Uses(channels)))

  // ----------------------------------------------------------------------------------------------------------------

  private def view: View = viewOrNull.nn
  private def coordinator: Address = view.getCoord.nn
  private def isAlone: Boolean = view.size == 1
  private def others: Vector[Address] = view.getMembers.nn.asScala.toVector.filter(_ != link.me)

  /** Who would be the next coordinator says what it has. */
  private def isDeputy: Boolean = view.size > 1 && view.getMembers.nn.get(1) == link.me

  private def locked[A](body: => A): A =
    lock.lock()
    var todo = Vector.empty[() => Unit]
    val result =
      try
        val result = body
        review()
        todo = replica.takeTouched().map(feed => () => feed.drain()) ++ effects
        effects.clear()
        result
      finally lock.unlock()
    todo.foreach(_())
    result

  /** Tells the node when it has become able to publish, or unable. */
  private def review(): Unit =
    val why = phase match
      case Phase.Leading | Phase.Following => null
      case Phase.Closed => "the mediator was closed"
      case Phase.Apart => "not connected yet"
      case Phase.Joining => s"waiting for the histories of node $coordinator"
      case Phase.Waiting => s"waiting for node $coordinator, which is the coordinator now"
      case Phase.Taking => "becoming the coordinator"
    val next = (why, current) match
      case (null, _) => MediatorState.Up
      case (cause: String, MediatorState.Down(_, since)) => MediatorState.Down(cause, since)
      case (cause: String, _) => MediatorState.Down(cause, System.currentTimeMillis)
    if next != current then
      current = next
      effects += (() => node.changed(next))
      if next == MediatorState.Up then effects += (() => started.trySuccess(()): Unit)

  /** On a thread of its own, as JGroups waits there. */
  private def apart(doing: String)(what: => Unit)(failed: Throwable => Unit): Unit =
    val _ = Thread.ofVirtual.nn.name(s"eddy-jgroups-$doing").nn.start: () =>
      try what
      catch case NonFatal(failure) => failed(failure)
end Member

private[jgroups] object Member:
  private enum Phase derives CanEqual:
    case Apart, Joining, Waiting, Following, Taking, Leading, Closed

  import scala.concurrent.duration.FiniteDuration

  /** How late a publication may time out. */
  private val ExpireEvery: FiniteDuration = 250.millis

  /** Much less than a channel is remembered. */
  private val SweepEvery: FiniteDuration = 10.minutes

  /** More that come while a node gets everything are found missing after it. */
  private final val MostEarly = 100_000
  private final val MostUses = 500
end Member
