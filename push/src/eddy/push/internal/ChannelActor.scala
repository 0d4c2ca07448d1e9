package eddy.push.internal

import eddy.push.*

import java.util.ArrayDeque
import scala.concurrent.ExecutionContext
import scala.concurrent.duration.{DurationInt, DurationLong, FiniteDuration}
import scala.util.{Failure, Success, Try}

/** What an active channel does, event by event; belongs to its actor.
  *
  * {{{
  *   Closed --subscriber--> Opening --interest taken--> Placing --position known--> Live <--> CatchingUp
  *     ^                       | (without positions at once Live)                     |
  *     +------- Closing <------+---------- failed, or nobody left for a while --------+
  * }}}
  * In `Live` each publication must follow the one before. When something is missing, `CatchingUp` reads it from the history, while what arrives
  * waits in the stash; when it cannot be had, all subscribers are told ([[UnsubscribeCode.Insufficient]]) and the channel goes on where it is. So
  * whoever is subscribed has seen every publication once, or was told. A history may go on in another epoch ([[Lineage]]): then so does the
  * channel, and nothing is lost by that.
  */
private[push] final class ChannelActor(
    live: LiveChannel,
    node: Node,
    attendance: Attendance,
    arrivedAt: LiveChannel => Unit
):
  import ChannelActor.*
  private given ExecutionContext = ExecutionContext.parasitic

  private var phase = Phase.Closed
  // of what was asked last; answers to anything else come too late
  private var turn = 0
  private val audience =
    new Audience(node.failed(s"handing a publication of ${live.name} to a subscriber", _))
  // of what was handed over last
  private var position = Publication.Unplaced
  private val asking = new ArrayDeque[ChannelEvent.Subscribe](1)
  private val stash = new ArrayDeque[Publication](1)
  private var stashBytes = 0L
  // the history must be read once more: something may be missing
  private var mustRead = false
  private var attempts = 0
  // in CatchingUp: for another attempt
  private var isWaiting = false
  // in Live: a look whether others have heard more; who claims that waits in `asking`
  private var isLooking = false
  private var idleNumber = 0
  private val recovery = Recovery(live, node)
  // to be handed over together; empty before anything else is done than to take what has arrived
  private val together = new java.util.ArrayList[Encoded](1)
  private var bytesTogether = 0

  /** Nothing is left to do; true until the next event. */
  def mayEnd: Boolean = phase == Phase.Closed && asking.isEmpty

  def handle(event: ChannelEvent): Unit =
    try
      val more = event match
        case ChannelEvent.Arrived(_) => live.tookArrival()
        case _ =>
          handOver()
          false
      react(event)
      // what has arrived meanwhile is for the same subscribers
      if !more then handOver()
    catch
      case failure: Throwable =>
        node.failed(s"channel ${live.name}", failure)
        endAll(UnsubscribeCode.Insufficient)
        refuseAsking(failure)
        if phase != Phase.Closed then drop()
    live.subscribers = audience.size

  private def react(event: ChannelEvent): Unit = event match
    case subscribe: ChannelEvent.Subscribe =>
      if !subscribe.again then arrivedAt(live)
      if phase == Phase.Live then admit(subscribe)
      else
        asking.add(subscribe)
        if phase == Phase.Closed then open()
    case ChannelEvent.Unsubscribe(subscriber) => leave(subscriber)
    case ChannelEvent.Arrived(publications) => arrived(publications)
    case ChannelEvent.Gap => gap()
    case ChannelEvent.Opened(of, result) => if of == turn then opened(result)
    case ChannelEvent.Placed(of, result) => if of == turn then placed(result)
    case ChannelEvent.CaughtUp(of, result) => if of == turn then caughtUp(result)
    case ChannelEvent.Retry(of) => if of == turn then readOn()
    case ChannelEvent.Looked(result) => looked(result)
    case ChannelEvent.Recovered => recovery.forget()
    case ChannelEvent.Dropped(of) => if of == turn then dropped()
    case ChannelEvent.Idle(number) => if number == idleNumber && isDeserted then drop()
    case ChannelEvent.Joined(who) => audience.joined(who)
    case ChannelEvent.Left(who) => audience.left(who)
    case ChannelEvent.Barrier(done) => done.trySuccess(()): Unit
    case ChannelEvent.End(code, done) =>
      endAll(code)
      refuseAsking(PushException(PushError.NotAvailable, s"the node is closing, channel ${live.name}"))
      if phase != Phase.Closed && phase != Phase.Closing then drop()
      done.trySuccess(()): Unit

  // --- the interest ---------------------------------------------------------------------------------------------

  private def open(): Unit =
    enter(Phase.Opening)
    ask(s"subscribing to ${live.name}")(node.mediator.subscribe(live.interest, live))(ChannelEvent.Opened(
      _,
      _
    ))

  private def opened(result: Try[Unit]): Unit = result match
    case Failure(cause) =>
      refuseAsking(cause)
      // it may have been too late only
      drop()
    case Success(_) =>
      if !live.isPositioned then goLive()
      else
        enter(Phase.Placing)
        read(HistoryQuery(limit = 0))(ChannelEvent.Placed(_, _))

  private def placed(result: Try[HistoryPage]): Unit = result match
    case Failure(cause) =>
      refuseAsking(cause)
      drop()
    case Success(page) =>
      position = page.top
      goLive()

  private def drop(): Unit =
    enter(Phase.Closing)
    forgetStash()
    ask(s"unsubscribing from ${live.name}")(node.mediator.unsubscribe(live.interest)): (of, result) =>
      result.failed.foreach(node.failed(s"unsubscribing from ${live.name}", _))
      ChannelEvent.Dropped(of)

  private def dropped(): Unit =
    enter(Phase.Closed)
    node.stats.endedInterest(live.interest)
    forgetStash()
    position = Publication.Unplaced
    mustRead = false
    if !asking.isEmpty then open()

  // --- publications ---------------------------------------------------------------------------------------------

  private def arrived(publications: IndexedSeq[Publication]): Unit = phase match
    case Phase.Closed | Phase.Closing => consumed(publications, publications.length)
    case Phase.Live =>
      var i = 0
      while i < publications.length && phase == Phase.Live do
        take(publications(i))
        i += 1
      consumed(publications, i)
      while i < publications.length do
        keep(publications(i))
        i += 1
    case Phase.Opening | Phase.Placing | Phase.CatchingUp => publications.foreach(keep)

  private def keep(publication: Publication): Unit =
    while !stash.isEmpty && isStashFull do
      if live.isPositioned then
        // they are in the history
        mustRead = true
        forgetStash()
      else
        unstash(): Unit
        node.stats.dropped.increment()
    stash.addLast(publication)
    stashBytes += publication.message.sizeBytes

  private def isStashFull =
    stash.size >= 2 * node.config.intakeMessages || stashBytes >= 2L * node.config.intakeBytes

  private def unstash(): Publication =
    val first = stash.removeFirst().nn
    val bytes = first.message.sizeBytes
    stashBytes -= bytes
    live.consumed(1, bytes)
    first

  private def forgetStash(): Unit =
    if !stash.isEmpty then
      live.consumed(stash.size, stashBytes)
      stash.clear()
      stashBytes = 0

  private def consumed(publications: IndexedSeq[Publication], count: Int): Unit =
    live.consumed(count, LiveChannel.sizeBytes(publications, count))

  /** In `Live`. */
  private def take(publication: Publication): Unit =
    val at = publication.position
    if !live.isPositioned || at.epoch.isEmpty then
      // offsets of many channels have no order
      if live.isPattern then
        if live.concerns(publication.channel) then hand(publication.copy(position = Publication.Unplaced))
      else hand(publication)
    else if at.epoch == position.epoch then place(publication)
    else
      val _ = goesOn()
      val here = present(at)
      if here.epoch == position.epoch then place(publication.copy(position = here))
      else
        // another life of the history: what lies between nobody knows
        lose()
        position = at

  /** One of this epoch. */
  private def place(publication: Publication): Unit =
    val at = publication.position
    if at.offset == position.offset + 1 then
      position = at
      hand(publication)
    else if at.offset <= position.offset then node.stats.duplicates.increment()
    else
      node.stats.holes.increment()
      catchUp()

  private def hand(publication: Publication): Unit =
    val encoded = new Encoded(publication)
    val size = publication.message.data.length
    if together.size == MostTogether || bytesTogether + size > MostBytesTogether then handOver()
    together.add(encoded)
    bytesTogether += size

  /** Gives the subscribers what is theirs. */
  private def handOver(): Unit = if !together.isEmpty then
    val all = together.toArray(new Array[Encoded](together.size))
    together.clear()
    bytesTogether = 0
    if !audience.isEmpty then
      if all.length == 1 then audience.tell(all(0)) else audience.tell(new Batch(all))
    node.stats.handed(all, audience, node.id)

  private def goLive(): Unit =
    enter(Phase.Live)
    attempts = 0
    while phase == Phase.Live && !stash.isEmpty do take(unstash())
    if phase == Phase.Live && mustRead then catchUp()
    if phase == Phase.Live then admitAll()
    if isDeserted then linger()

  // --- what was missed ------------------------------------------------------------------------------------------

  private def gap(): Unit =
    if live.isPositioned then
      if phase == Phase.Live then catchUp()
      else if phase == Phase.CatchingUp && isWaiting then
        // the service may be back: no need to wait any longer
        enter(Phase.CatchingUp)
        readOn()
      else if phase != Phase.Closed && phase != Phase.Closing then mustRead = true

  private def catchUp(): Unit =
    enter(Phase.CatchingUp)
    attempts = 0
    readOn()

  private def readOn(): Unit =
    mustRead = false
    isWaiting = false
    val _ = goesOn()
    read(HistoryQuery(Some(position), CatchUpBatch, maxBytes = CatchUpBytes))(ChannelEvent.CaughtUp(_, _))

  private def caughtUp(result: Try[HistoryPage]): Unit = result match
    case Failure(cause) =>
      refuseAsking(cause)
      node.failed(s"reading what channel ${live.name} has missed", cause)
      retry()
    case Success(page) if page.top.epoch != position.epoch && goesOn() => readOn()
    case Success(page) =>
      val before = position
      page.publications.foreach: publication =>
        if publication.position == position.copy(offset = position.offset + 1) then
          position = publication.position
          hand(publication)
      if !page.complete || page.top.epoch != position.epoch then
        lose()
        position = page.top
        goLive()
      else if position.offset < page.top.offset || isBehindStash then
        // a page was full, or what has arrived is not to be read yet
        if position != before then
          attempts = 0
          readOn()
        else if attempts < MaxAttempts then retry()
        else
          lose()
          position = Option(stash.peekFirst()).fold(page.top)(p => p.position.copy(offset = p.offset - 1))
          goLive()
      else goLive()

  /** Whether the history goes on in another epoch than it did: then `position` is the same place in that, and all know it. */
  private def goesOn(): Boolean =
    val now = present(position)
    val another = now.epoch != position.epoch
    if another then
      // what was taken is of the epoch before
      handOver()
      position = now
      audience.goesOn(now)
    another

  private def isOfNow(top: Position): Boolean =
    top.epoch == position.epoch || goesOn() && top.epoch == position.epoch

  private def present(at: Position): Position = node.present(live.name, at)

  /** The first that waits does not follow. */
  private def isBehindStash: Boolean =
    val first = stash.peekFirst()
    first != null && first.position.epoch == position.epoch && first.offset > position.offset + 1

  private def retry(): Unit =
    attempts += 1
    isWaiting = true
    val delay = math.min(MaxDelay.toMillis, MinDelay.toMillis << math.min(attempts - 1, 10)).millis
    val of = turn
    val _ = node.system.engine.after(delay)(() => live.tell(ChannelEvent.Retry(of)))

  /** All that are subscribed have a hole that cannot be filled. */
  private def lose(): Unit =
    node.stats.lost.increment()
    endAll(UnsubscribeCode.Insufficient)

  // --- subscribers ----------------------------------------------------------------------------------------------

  private def admit(asked: ChannelEvent.Subscribe): Unit =
    handOver()
    val s = asked.recover.fold(asked): seen =>
      val _ = goesOn()
      asked.copy(recover = Some(present(seen)))
    val ahead =
      s.recover.exists(r => live.isPositioned && r.epoch == position.epoch && r.offset > position.offset)
    if ahead && !s.again then
      // it was at a node that has heard more, or so it says: nobody else waits for that
      asking.add(s)
      if !isLooking then look()
    else if !audience.add(s.subscriber, s.who, s.joins) then
      val why = s"the subscriber is in channel ${live.name} already"
      s.answer.tryFailure(PushException(PushError.AlreadySubscribed, why)): Unit
    else
      val who = s.who
      if who != null then attendance.joined(live.name, who)
      recovery.answer(s, position)

  /** Of those that ask, in `Live`; some may go on asking. */
  private def admitAll(): Unit =
    var left = asking.size
    while phase == Phase.Live && left > 0 do
      left -= 1
      admit(asking.removeFirst().nn)

  /** One look for all that claim to have heard more by now. */
  private def look(): Unit =
    isLooking = true
    for _ <- 1 to asking.size do asking.add(asking.removeFirst().nn.copy(again = true)): Unit
    node.deadline(s"looking how far ${live.name} is")(node.mediator.read(live.name, HistoryQuery(limit = 0)))
      .onComplete(result => live.tell(ChannelEvent.Looked(result)))

  private def looked(result: Try[HistoryPage]): Unit =
    isLooking = false
    // otherwise it has been read meanwhile, or will be
    if phase == Phase.Live then
      result match
        case Failure(cause) => refuseAsking(cause)
        case Success(page) if page.top.offset > position.offset && isOfNow(page.top) => catchUp()
        case Success(_) =>
          admitAll()
          if isDeserted then linger()

  private def leave(subscriber: Subscriber): Unit =
    free(subscriber)
    val member = audience.remove(subscriber)
    if member != null then
      absent(member)
      if isDeserted then linger()
    else
      val removed = asking.removeIf: s =>
        val is = s.subscriber eq subscriber
        if is then
          val why = s"the subscriber has left channel ${live.name} before it was in"
          s.answer.tryFailure(PushException(PushError.NotAvailable, why)): Unit
        is
      if removed && isDeserted && phase == Phase.Live then linger()

  private def endAll(code: UnsubscribeCode): Unit =
    handOver()
    val all = audience.end(code)
    all.foreach: member =>
      free(member.subscriber)
      absent(member)
    if all.nonEmpty && isDeserted then linger()

  /** It holds no publisher any more. */
  private def free(subscriber: Subscriber): Unit =
    if live.namespace.overflow == Overflow.Slow then live.holds.set(subscriber, isFull = false)

  private def absent(member: Audience.Member): Unit =
    val who = member.who
    if who != null then attendance.left(live.name, who)

  private def refuseAsking(cause: Throwable): Unit =
    while !asking.isEmpty do asking.removeFirst().nn.answer.tryFailure(cause): Unit
    if isDeserted && (phase == Phase.Live || phase == Phase.CatchingUp) then linger()

  private def isDeserted: Boolean =
    audience.isEmpty && asking.isEmpty && (phase == Phase.Live || phase == Phase.CatchingUp)

  private def linger(): Unit =
    idleNumber += 1
    val number = idleNumber
    if node.config.linger.toMillis == 0 then live.tell(ChannelEvent.Idle(number))
    else
      val _ = node.system.engine.after(node.config.linger)(() => live.tell(ChannelEvent.Idle(number)))

  // --- asking the mediator --------------------------------------------------------------------------------------

  private def enter(next: Phase): Unit =
    phase = next
    turn += 1

  private def read(query: HistoryQuery)(event: (Int, Try[HistoryPage]) => ChannelEvent): Unit =
    ask(s"reading the history of ${live.name}")(node.mediator.read(live.name, query))(event)

  private def ask[A](doing: String)(start: => scala.concurrent.Future[A])(event: (
      Int,
      Try[A]
  ) => ChannelEvent): Unit =
    val of = turn
    node.deadline(doing)(start).onComplete(result => live.tell(event(of, result)))
end ChannelActor

private[push] object ChannelActor:
  private enum Phase derives CanEqual:
    case Closed, Opening, Placing, Live, CatchingUp, Closing

  /** Publications handed over at once: they may not be more than a fast client's connection takes in one piece. */
  private final val MostTogether = 64
  private final val MostBytesTogether = 32 * 1024

  /** Publications read at once. */
  private final val CatchUpBatch = 256
  private final val CatchUpBytes = 1024 * 1024

  /** So often a history is asked for what has arrived already. */
  private final val MaxAttempts = 6
  private val MinDelay: FiniteDuration = 50.millis
  private val MaxDelay: FiniteDuration = 5.seconds
end ChannelActor
