package eddy.push.internal

import eddy.push.*

import scala.util.{Failure, Success, Try}

/** What an active channel does, event by event; belongs to its actor.
  *
  * {{{
  *   Closed --subscriber--> Opening --interest taken--> Placing --position known--> Live <--> CatchingUp
  *     ^                       | (without positions at once Live)                     |
  *     +------- Closing <------+---------- failed, or empty for a while --------+
  * }}}
  * In `Live` each publication must follow the one before. When something is missing, `CatchingUp` reads it
  * from the history, while arriving ones wait in the stash; when it cannot be read, all subscribers are ended
  * with [[UnsubscribeCode.Insufficient]] and the channel continues at its position. So a subscriber has seen
  * every publication once, or has been ended. A history may continue in another epoch ([[Lineage]]): then so
  * does the channel, and nothing is lost by that.
  */
private[push] final class ChannelActor(
    live: LiveChannel,
    node: Node,
    attendance: Attendance,
    arrivedAt: LiveChannel => Unit
):
  import ChannelPhase.*
  private val turns = ChannelTurns(live, node)
  private val subscribers = Subscribers(live, node, attendance)
  private val audience = subscribers.audience
  private val place = Place(live.name, node, subscribers)
  private val stash = Stash(live, node)
  private val catching = CatchUp(turns, place, stash)
  private val askers = Askers(live.name)
  private val admission = Admission(live, node, place, subscribers, askers)
  private var idleNumber = 0

  private def phase = turns.phase

  /** Nothing is left to do; true until the next event. */
  def mayEnd: Boolean = phase == Closed && askers.isEmpty

  def handle(event: ChannelEvent): Unit =
    try
      val more = event match
        case ChannelEvent.Arrived(_) => live.tookArrival()
        case _ =>
          subscribers.handOver()
          false
      react(event)
      // publications that arrived meanwhile are for the same subscribers
      if !more then subscribers.handOver()
    catch
      case failure: Throwable =>
        node.failed(s"channel ${live.name}", failure)
        endAll(UnsubscribeCode.Insufficient)
        refuse(failure)
        if phase != Closed then drop()
    live.subscribers = audience.size

  private def react(event: ChannelEvent): Unit = event match
    case subscribe: ChannelEvent.Subscribe =>
      if !subscribe.again then arrivedAt(live)
      if phase == Live then admission.admit(subscribe)
      else
        askers.add(subscribe)
        if phase == Closed then open()
    case ChannelEvent.Unsubscribe(subscriber) => leave(subscriber)
    case ChannelEvent.Arrived(publications) => arrived(publications)
    case ChannelEvent.Gap => gap()
    case ChannelEvent.Opened(of, result) => if turns.isNow(of) then opened(result)
    case ChannelEvent.Placed(of, result) => if turns.isNow(of) then placed(result)
    case ChannelEvent.CaughtUp(of, result) => if turns.isNow(of) then caughtUp(result)
    case ChannelEvent.Retry(of) => if turns.isNow(of) then catching.readOn()
    case ChannelEvent.Looked(result) => looked(result)
    case ChannelEvent.Recovered => admission.forget()
    case ChannelEvent.Dropped(of) => if turns.isNow(of) then dropped()
    case ChannelEvent.Idle(number) => if number == idleNumber && isDeserted then drop()
    case ChannelEvent.Joined(who) => audience.joined(who)
    case ChannelEvent.Left(who) => audience.left(who)
    case ChannelEvent.Barrier(done) => done.trySuccess(()): Unit
    case ChannelEvent.End(code, done) =>
      endAll(code)
      refuse(PushException(PushError.NotAvailable, s"the node is closing, channel ${live.name}"))
      if phase != Closed && phase != Closing then drop()
      done.trySuccess(()): Unit

  // --- the interest
  // ---------------------------------------------------------------------------------------------

  private def open(): Unit =
    turns.enter(Opening)
    turns.ask(s"subscribing to ${live.name}")(node.mediator.subscribe(live.interest, live)):
      ChannelEvent.Opened(_, _)

  private def opened(result: Try[Unit]): Unit = result match
    case Failure(cause) =>
      refuse(cause)
      // it may have been too late only
      drop()
    case Success(_) =>
      if !live.isPositioned then goLive()
      else
        turns.enter(Placing)
        turns.read(HistoryQuery(limit = 0))(ChannelEvent.Placed(_, _))

  private def placed(result: Try[HistoryPage]): Unit = result match
    case Failure(cause) =>
      refuse(cause)
      drop()
    case Success(page) =>
      place.move(page.top)
      goLive()

  private def drop(): Unit =
    turns.enter(Closing)
    stash.clear()
    turns.ask(s"unsubscribing from ${live.name}")(node.mediator.unsubscribe(live.interest)): (of, result) =>
      result.failed.foreach(node.failed(s"unsubscribing from ${live.name}", _))
      ChannelEvent.Dropped(of)

  private def dropped(): Unit =
    turns.enter(Closed)
    node.stats.endedInterest(live.interest)
    stash.clear()
    place.move(Publication.Unplaced)
    catching.isDue = false
    if !askers.isEmpty then open()

  // --- publications
  // ---------------------------------------------------------------------------------------------

  private def arrived(publications: IndexedSeq[Publication]): Unit = phase match
    case Closed | Closing => consumed(publications, publications.length)
    case Live =>
      var i = 0
      while i < publications.length && phase == Live do
        take(publications(i))
        i += 1
      consumed(publications, i)
      while i < publications.length do
        keep(publications(i))
        i += 1
    case Opening | Placing | CatchingUp => publications.foreach(keep)

  private def consumed(publications: IndexedSeq[Publication], count: Int): Unit =
    live.consumed(count, LiveChannel.sizeBytes(publications, count))

  private def keep(publication: Publication): Unit =
    while !stash.isEmpty && stash.isFull do
      if live.isPositioned then
        // they are in the history
        catching.isDue = true
        stash.clear()
      else
        stash.take(): Unit
        node.stats.dropped.increment()
    stash.add(publication)

  /** In `Live`. */
  private def take(publication: Publication): Unit =
    val at = publication.position
    if !live.isPositioned || at.epoch.isEmpty then
      // offsets of many channels have no order
      if live.isPattern then
        if live.concerns(publication.channel) then
          subscribers.give(publication.copy(position = Publication.Unplaced))
      else subscribers.give(publication)
    else
      place.fit(at) match
        case Place.Fit.Next =>
          val here = place.position
          subscribers.give(if here eq at then publication else publication.copy(position = here))
        case Place.Fit.Repeated => node.stats.duplicates.increment()
        case Place.Fit.Ahead =>
          node.stats.holes.increment()
          catching.begin()
        case Place.Fit.Other =>
          lose()
          place.move(at)
  end take

  private def goLive(): Unit =
    turns.enter(Live)
    while phase == Live && !stash.isEmpty do take(stash.take())
    if phase == Live && catching.isDue then catching.begin()
    if phase == Live then admission.admitAll()
    if isDeserted then linger()

  // --- what was missed
  // ------------------------------------------------------------------------------------------

  private def gap(): Unit = if live.isPositioned then
    phase match
      case Live => catching.begin()
      case CatchingUp if catching.isWaiting => catching.hurry()
      case Opening | Placing | CatchingUp => catching.isDue = true
      case Closed | Closing => ()

  private def caughtUp(result: Try[HistoryPage]): Unit = result match
    case Failure(cause) =>
      refuse(cause)
      node.failed(s"reading what channel ${live.name} has missed", cause)
      catching.retry()
    case Success(page) =>
      catching.take(page)(subscribers.give) match
        case CatchUp.Outcome.Done => goLive()
        case CatchUp.Outcome.Goes => ()
        case CatchUp.Outcome.Lost(from) =>
          lose()
          place.move(from)
          goLive()

  /** All that are subscribed have a hole that cannot be filled. */
  private def lose(): Unit =
    node.stats.lost.increment()
    endAll(UnsubscribeCode.Insufficient)

  // --- subscribers
  // ----------------------------------------------------------------------------------------------

  private def looked(result: Try[HistoryPage]): Unit =
    admission.looked()
    // otherwise it has been read meanwhile, or will be
    if phase == Live then
      result match
        case Failure(cause) => refuse(cause)
        case Success(page) if page.top.offset > place.position.offset && place.isIn(page.top) =>
          catching.begin()
        case Success(_) =>
          admission.admitAll()
          if isDeserted then linger()

  private def leave(subscriber: Subscriber): Unit =
    val left = subscribers.remove(subscriber)
    if (left || askers.leave(subscriber)) && isDeserted && (left || phase == Live) then linger()

  private def endAll(code: UnsubscribeCode): Unit = if subscribers.end(code) && isDeserted then linger()

  private def refuse(cause: Throwable): Unit =
    askers.refuse(cause)
    if isDeserted then linger()

  private def isDeserted: Boolean = audience.isEmpty && askers.isEmpty && phase.isOpen

  private def linger(): Unit =
    idleNumber += 1
    val number = idleNumber
    if node.config.idleTimeout.toMillis == 0 then live.tell(ChannelEvent.Idle(number))
    else node.system.engine.after(node.config.idleTimeout)(() => live.tell(ChannelEvent.Idle(number))): Unit
end ChannelActor
