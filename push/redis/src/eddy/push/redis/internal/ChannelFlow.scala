package eddy.push.redis.internal

import eddy.push.{Delivery, Intake, Interest, MediatorException, Position, Publication, Retention}

import scala.concurrent.ExecutionContext.parasitic
import scala.concurrent.duration.DurationInt
import scala.concurrent.{Future, Promise}
import scala.util.control.NonFatal
import scala.util.{Failure, Success}

/** Brings the publications of one channel to its intake, each once and in order, by the offsets. Pub/Sub may
  * hand on the next offset; for everything else, such as a hole, another epoch, a new connection or an intake
  * that is behind, the stream is read from the last offset on, until nothing is left there.
  *
  * All state is guarded by this; the intake, which does not block, is called with it held, so that calls come
  * one after another.
  */
private[redis] final class ChannelFlow(
    channel: String,
    intake: Intake,
    retention: Retention,
    around: Surroundings
):
  import ChannelFlow.*
  private val name = around.names.pubSub(channel)
  private val interest = Interest.Channel(channel)
  private val delivery = around.config.delivery
  private val hasHistory = retention.size > 0
  private val listens = delivery != Delivery.Pull || !hasHistory
  private val how = if around.config.site.isCluster then Listening.Shard else Listening.Channel
  private val begun = Promise[Unit]()

  private var link: Link | Null = null
  private var phase = Phase.Away
  // null before the first look
  private var last: Position | Null = null
  private var wanted = around.config.batch
  private var told = Delivery.Push
  // what Pub/Sub has brought during a read
  private val tail = Tail(around.config.batch)
  private var changed = false
  // counts what makes earlier answers void
  private var turn = 0

  /** Done when nothing that is published from now on can be missed; failed when the first attempt fails. */
  def ready: Future[Unit] = begun.future

  /** Where the channel is served from now on; null for nowhere. */
  def route(to: Link | Null): Unit = synchronized:
    if phase != Phase.Stopped then
      if to ne link then
        leave()
        link = to
        if to != null then
          phase = Phase.Joining
          if listens then to.subscribe(name, how) else joined()
      if to == null && !begun.isCompleted then refused(around.away(s"subscribe to $channel"))

  def subscribed(from: Link): Unit = synchronized:
    if (from eq link) && phase == Phase.Joining then joined()

  def refused(from: Link, cause: Throwable): Unit = synchronized:
    if (from eq link) && phase == Phase.Joining && from.isAlive then
      if RedisError.code(cause) == "MOVED" || begun.isCompleted then
        outcast()
        if RedisError.code(cause) != "MOVED" then around.failed(s"subscribing to $channel", cause)
      else refused(RedisError.explained(s"subscribe to $channel", from.server, cause))

  /** The server has ended the subscription. */
  def ended(from: Link): Unit = synchronized:
    if (from eq link) && phase != Phase.Joining && phase != Phase.Stopped then outcast()

  /** What Pub/Sub brings. */
  def arrived(from: Link, payload: Payload): Unit = synchronized:
    if from eq link then
      phase match
        case Phase.Live if !hasHistory || !payload.isPlaced => deliver(payload)
        case Phase.Live => inOrder(payload)
        case Phase.Reading => tail.add(payload)
        case _ => ()

  /** The stream has changed since it was read. */
  def hint(from: Link): Unit = synchronized:
    if from eq link then
      changed = true
      if phase == Phase.Idle then read()

  /** Has Redis remember the channel, to which nothing was published so far. */
  def renew(): Unit = synchronized:
    val now = last
    if hasHistory && now != null && now.offset == 0 && (phase == Phase.Live || phase == Phase.Idle) then
      read()

  def stop(): Future[Unit] = synchronized:
    val from = link
    val done =
      if from != null && from.isAlive && listens && phase != Phase.Away then from.unsubscribe(name, how)
      else Future.unit
    phase = Phase.Stopped
    turn += 1
    tail.clear()
    refused(MediatorException(s"the interest in $channel was ended before it had begun"))
    done

  private def leave(): Unit =
    val from = link
    if from != null && from.isAlive && listens && phase != Phase.Away then from.unsubscribe(name, how): Unit
    phase = Phase.Away
    turn += 1
    tail.clear()

  // the slot is on its way to another server
  private def outcast(): Unit =
    phase = Phase.Away
    link = null
    turn += 1
    tail.clear()
    around.lookAgain()

  private def refused(cause: MediatorException): Unit = begun.tryFailure(cause): Unit

  private def joined(): Unit =
    val isFirst = !begun.isCompleted
    if !isFirst then intake.gap()
    if hasHistory then
      if last == null then look() else goOn()
    else
      phase = Phase.Live
      begun.trySuccess(()): Unit

  private def inOrder(payload: Payload): Unit = last match
    case now: Position if isOver(now, payload) => ()
    case now: Position if continues(now, payload) =>
      deliver(payload)
      if isBehind then starve()
    case _ => read()

  private def look(): Unit = ask(Position(0, ""), 0): page =>
    last = page.top
    begun.trySuccess(()): Unit
    if delivery == Delivery.Pull then read() else settle(caughtUp = true)

  private def read(): Unit =
    val after = last
    if after != null then
      changed = false
      ask(
        after,
        if delivery == Delivery.Push then around.config.batch
        else math.min(around.config.batch, math.max(wanted, 1))
      )(turnPage)

  private def ask(after: Position, limit: Int)(use: Page => Unit): Unit =
    phase = Phase.Reading
    turn += 1
    tail.clear()
    val mine = turn
    around.reading.follow(channel, after, retention, limit).onComplete { page =>
      synchronized:
        if turn == mine then
          page match
            case Success(page) => use(page)
            case Failure(cause) => notRead(cause, mine)
    }(using parasitic)

  private def notRead(cause: Throwable, mine: Int): Unit =
    if begun.isCompleted then
      around.failed(s"reading $channel", cause)
      around.after(200.millis): () =>
        synchronized(if turn == mine then read())
    else refused(RedisError.explained(s"subscribe to $channel", "its server", cause))

  private def turnPage(page: Page): Unit =
    val before = last
    val sameEpoch = before != null && before.epoch == page.top.epoch
    val from = if sameEpoch then before.nn else Position(page.base, page.top.epoch)
    last = from
    val next = page.publications.headOption.map(_.position)
    if !sameEpoch || next.exists(!follows(from, _)) || next.isEmpty && page.top.offset != from.offset then
      intake.gap()
    if page.publications.nonEmpty then accept(page.publications) else last = page.top
    settle(caughtUp = last.nn.offset >= page.top.offset)

  // after a read: hands on the messages received meanwhile, where they follow; returns the next step
  private def settle(caughtUp: Boolean): Unit = if phase != Phase.Stopped then
    val follow = caughtUp && tail.forall: payload =>
      val now = last.nn
      if !payload.isPlaced || !isOver(now, payload) && continues(now, payload) then
        deliver(payload)
        true
      else isOver(now, payload)
    tail.clear()
    if !follow then goOn()
    else if isBehind then starve()
    else if delivery == Delivery.Pull then
      if changed then read() else phase = Phase.Idle
    else
      phase = Phase.Live
      tell(Delivery.Push)

  private def goOn(): Unit = if isBehind then starve() else read()

  private def isBehind = delivery != Delivery.Push && wanted <= 0

  private def starve(): Unit = if phase != Phase.Stopped then
    phase = Phase.Starved
    turn += 1
    tell(Delivery.Pull)
    intake.whenReady: () =>
      synchronized:
        if phase == Phase.Starved then
          wanted = around.config.batch
          read()

  private def tell(now: Delivery): Unit = if delivery == Delivery.Adaptive && told != now then
    told = now
    around.node.switched(interest, now)

  private def deliver(payload: Payload): Unit =
    try
      val now = last
      // a page may have ended among them
      accept(payload.publications(channel, if now == null || !hasHistory then 0 else now.offset))
    catch
      case NonFatal(wrong) =>
        around.failed(s"taking apart what came for $channel", wrong)
        if payload.isPlaced then last = payload.last
        intake.gap()

  private def accept(publications: Vector[Publication]): Unit =
    val newest = publications.last.position
    if newest.offset > 0 then last = newest
    try wanted = intake.accept(publications)
    catch case NonFatal(wrong) => around.failed(s"handing on messages for $channel", wrong)
end ChannelFlow

private[redis] object ChannelFlow:
  /** {{{
    *   Away --route--> Joining --subscribed--> Reading --caught up--> Live or, where it pulls, Idle
    *   Live --hole, other epoch--> Reading     Idle --changed--> Reading
    *   Live, Reading --intake is behind--> Starved --ready--> Reading     all --route to nowhere--> Away
    * }}}
    */
  private enum Phase derives CanEqual:
    case Away, Joining, Reading, Live, Idle, Starved, Stopped

  private def follows(now: Position, next: Position): Boolean =
    next.epoch == now.epoch && next.offset == now.offset + 1

  /** All of it has come before. */
  private def isOver(now: Position, payload: Payload): Boolean =
    payload.last.epoch == now.epoch && payload.last.offset <= now.offset

  /** Nothing lies between what has come and this; some of it may have come, too. */
  private def continues(now: Position, payload: Payload): Boolean =
    payload.first.epoch == now.epoch && payload.first.offset <= now.offset + 1
end ChannelFlow
