package eddy.push.internal

import eddy.push.{HistoryQuery, Overflow, Position, UnsubscribeCode}

import scala.annotation.unused

/** The state of one subscription, and what follows from it: the lowest part of [[StreamMachine]].
  *
  * Everything up to `tail` was passed to the sink, waits in the backlog, or was filtered or dropped on
  * purpose; a new publication is compared with it, and missing ones are read after it.
  */
private[push] abstract class StreamState(protected val rules: StreamRules) extends Backlog.Keeper:
  import StreamState.*

  protected var bits = 0
  protected var tail: Long = Unknown
  // of the channel, once it is known; after the end, why
  private var life: String | Ending | Null = null
  protected var backlog: Backlog | Null = null

  def keeps(@unused item: AnyRef): Unit = ()
  def lets(@unused item: AnyRef): Unit = ()

  protected final def is(bit: Int): Boolean = (bits & bit) != 0
  protected final def set(bit: Int): Unit = bits |= bit
  protected final def unset(bit: Int): Unit = bits &= ~bit

  // -------------------------------------------------------------------------------------------- what it
  // shows

  /** Why it has ended. */
  final def ending: Ending = life match
    case ending: Ending => ending
    case _ => throw IllegalStateException("the subscription has not ended")

  final def isEnded: Boolean = is(Ended)

  /** Who publishes is to wait. */
  final def isHolding: Boolean = is(Holding)

  /** The sink has refused something and was not heard of since. */
  final def isFull: Boolean = is(Full)

  /** The page to read, during [[Step.Read]]; null when it has ended meanwhile. */
  final def query: HistoryQuery | Null = life match
    case epoch: String =>
      HistoryQuery(Some(Position(tail, epoch)), waiting.limit, maxBytes = rules.bufferBytes)
    case _ => null

  /** How often reading has failed in a row: during [[Step.Retry]]. */
  final def attempts: Int =
    val b = backlog
    if b == null then 0 else b.attempts

  final def view: StreamView =
    val b = backlog
    val (messages, bytes) = if b == null then (0, 0L) else (b.messages, b.sizeBytes)
    val mode =
      if is(Ended) then StreamMode.Ended else if is(Pulling) then StreamMode.Pulling else StreamMode.Pushing
    StreamView(mode, math.max(tail, 0), math.max(rules.bufferMessages - messages, 0), messages, bytes)

  // -------------------------------------------------------------------------------------------- the driver

  /** Makes the caller the driver of an action; no other caller gets one until it has reported. */
  protected final def drive(item: AnyRef): AnyRef =
    set(Busy)
    unset(RoomSeen)
    item

  /** What the one who brought an event is to do. */
  protected final def step(): AnyRef | Null = if is(Busy) then null else pick()

  /** What the driver is to do next. */
  protected final def pick(): AnyRef | Null =
    val next = choose()
    if next == null then
      unset(Busy | RoomSeen)
      release()
      null
    else drive(next)

  private def choose(): AnyRef | Null =
    val b = backlog
    if is(Holding) && (is(Ended) || b == null || relieved(b)) then
      unset(Holding)
      Step.Relieve
    else if is(Ended) then
      if is(Told) then null
      else
        set(Told)
        Step.End
    else if b == null || !is(Started) || is(Reading) then null
    else if is(Sampling) && !is(Ticking | Due) then
      set(Ticking)
      Step.Tick
    else if is(Full) then null
    else if b.nonEmpty && !isEarly(b) then if is(Sampling) && !is(Due) then null else b.poll()
    else if is(Retry) then
      if is(Retrying) then null
      else
        set(Retrying)
        Step.Retry
    else if is(Pulling) && tail < b.top then
      set(Reading)
      Step.Read
    else null
    end if
  end choose

  /** Whether nothing waits but joins and leaves that come after publications still to be read. */
  private def isEarly(b: Backlog): Boolean = is(Pulling) && (b.peek match
    case notice: Notice => notice.after > tail
    case _ => false)

  /** Whether publishers need to wait no more. */
  private def relieved(b: Backlog): Boolean =
    if is(Pulling) then b.top - tail <= rules.history / 4
    else b.messages <= rules.bufferMessages / 2 && b.sizeBytes <= rules.bufferBytes / 2

  /** An idle subscription keeps no backlog. */
  protected final def release(): Unit =
    val b = backlog
    if b != null && b.isEmpty then
      val idle = is(Started) && !is(Reading | Retry | Sampling) && tail >= b.top
      if idle || is(Ended) then backlog = null

  // -------------------------------------------------------------------------------------------- for the
  // parts above

  /** Who publishes is to wait. */
  protected final def hold(): Unit =
    set(Holding)
    rules.stats.slowed.increment()

  /** Ends it, for the first reason given. Pending publications are not sent. */
  protected final def end(ending: Ending): Unit =
    if !is(Ended) then
      set(Ended)
      life = ending
      val b = backlog
      if b != null then b.clear()
      if is(Pulling) then rules.stats.pulling.decrement()
      ending match
        case Ending.Slow => rules.stats.endedSlow.increment()
        case Insufficient => rules.stats.endedInsufficient.increment()
        case Ending.Failed => rules.stats.endedFailed.increment()
        case _ => ()

  /** From now on the log is read, up to `top` at least. */
  protected final def pull(top: Long): Unit =
    val b = waiting
    b.top = math.max(b.top, top)
    if !is(Pulling) then
      // as many as were too much
      b.limit = if b.isEmpty then rules.bufferMessages else math.min(b.messages, rules.bufferMessages)
      set(Pulling)
      rules.stats.pulling.increment()
      if rules.pushes then rules.stats.toPull.increment()

  /** Everything was read. */
  protected final def push(): Unit =
    if is(Pulling) then
      unset(Pulling)
      rules.stats.pulling.decrement()
      rules.stats.toPush.increment()

  protected final def waiting: Backlog =
    val b = backlog
    if b != null then b
    else
      val made = rules.overflow match
        case Overflow.KeepLatest(tag) if !pulls => new LatestBacklog(tag, rules.stats, this)
        case _ => new RingBacklog(rules.stats, this)
      backlog = made
      made

  /** Whether the channel is still in the epoch that it was in. */
  protected final def known(other: String): Boolean =
    life match
      case epoch: String => epoch == other
      case _: Ending => true
      case null =>
        life = other
        true

  /** Its epoch continues as another, with the same offsets. */
  final def renamed(epoch: String): Unit = life match
    case _: String => life = epoch
    case _ => ()

  /** Whether publications have offsets that follow one another: the rules may say so while the channel's
    * history has none.
    */
  protected final def positioned: Boolean = rules.positioned && !is(Placeless)
  protected final def pulls: Boolean = rules.pulls && !is(Placeless)

  protected final def drop(b: Backlog): Unit =
    b.evict()
    rules.stats.droppedOldest.increment()
end StreamState

private[push] object StreamState:
  val Insufficient: Ending = Ending.Unsubscribed(UnsubscribeCode.Insufficient)
  final val Unknown = -1L

  final val Started = 1
  final val Busy = 2 // somebody drives
  final val Full = 4 // the sink has no room, and will say when
  final val RoomSeen = 8 // it has said so while somebody drives
  final val Pulling = 16
  final val Reading = 32
  final val Retry = 64 // a page is to be read again, later
  final val Retrying = 128 // and the timer runs
  final val Sampling = 256
  final val Ticking = 512 // the timer to the next sample runs
  final val Due = 1024 // the next sample may go
  final val Ended = 2048
  final val Told = 4096
  final val Placeless = 8192
  final val Holding = 16384 // who publishes is to wait
end StreamState
