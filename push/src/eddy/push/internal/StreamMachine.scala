package eddy.push.internal

import eddy.push.Overflow

/** The states of one subscription, and the next action: without threads, clocks or calls to anybody.
  *
  * {{{
  *   not started ──started──> Pushing ──the buffer is full, or a gap──> Pulling ──page up to the top──> Pushing
  *                    └──the log is ahead──────────────────────────────────^
  *   all ──finish, not continuable, no room under Disconnect──> Ended
  * }}}
  *
  * Each event returns an action for its caller: an item to offer to the sink, a [[Step]], or null for
  * nothing. A caller with an action is the driver: it does it, reports ([[offered]], [[refused]],
  * [[proceed]]), and gets the next, until there is nothing more. While there is a driver, all other callers
  * get null: so calls to the sink come one after another.
  *
  * The policies for a full buffer are here; without a log, or when it is not to be read, they decide. A
  * superclass of [[StreamPublisher]], so that a subscription is one object. Guarded by it.
  */
private[push] class StreamMachine(kind: StreamRules) extends StreamPages(kind):
  import StreamMachine.*
  import StreamState.*

  /** @param size what it counts for, [[Filtered]] for one that is not wanted */
  final def arrived(encoded: Encoded, size: Int): AnyRef | Null =
    val position = encoded.publication.position
    if position.offset == 0 then set(Placeless)
    if is(Ended) then null
    else if !positioned then fresh(encoded, size)
    else if !known(position.epoch) then finish(Insufficient)
    else if pulls && (is(Pulling | Reading) || !is(Started)) then behind(encoded, size)
    else
      if tail == Unknown then
        tail = position.offset - 1
        waiting.aheadFrom = position.offset
      if position.offset <= tail then
        rules.stats.repeated.increment()
        null
      else if position.offset == tail + 1 then fresh(encoded, size)
      else hole(encoded, size)

  /** Several at once, none of them filtered. When true the caller is to offer them to the sink as one piece,
    * and to say what became of it ([[offeredAll]], [[takenBack]] or [[broken]]) before it brings others. When
    * false nothing has happened: they must come one by one.
    */
  final def arrivedAll(batch: Batch): Boolean =
    val follows = isIdle && (
      if !positioned then !rules.positioned || batch.isPlaceless
      else batch.isRow && tail == batch.first.offset - 1 && known(batch.first.position.epoch)
    )
    if follows then
      if positioned then tail = batch.last.offset
      val _ = drive(batch)
    follows

  final def arrived(notice: Notice): AnyRef | Null =
    if is(Ended) then null
    else if isIdle then drive(notice)
    else
      val b = waiting
      if b.fits(NoticeBytes, rules) && !is(Sampling) then
        notice.after = b.top
        b.add(notice, NoticeBytes)
      else rules.stats.presenceDropped.increment()
      step()

  /** The sink has room again. Also without need. */
  final def roomCame(): AnyRef | Null =
    unset(Full)
    if is(Busy) then
      set(RoomSeen)
      null
    else pick()

  /** The time of [[Step.Tick]] is over. */
  final def ticked(): AnyRef | Null =
    unset(Ticking)
    val b = backlog
    if is(Sampling) then if b == null || b.isEmpty then unset(Sampling | Due) else set(Due)
    step()

  /** Ends it, for the first reason given. Pending publications are not sent. */
  final def finish(ending: Ending): AnyRef | Null =
    end(ending)
    step()

  // -------------------------------------------------------------------------------------------- the driver's
  // reports

  /** The sink took it. */
  final def offered(): AnyRef | Null =
    rules.stats.delivered.increment()
    unset(Due)
    pick()

  /** The sink took all of them. */
  final def offeredAll(batch: Batch): AnyRef | Null =
    rules.stats.delivered.add(batch.size)
    pick()

  /** The sink took none, as one piece: they come again, one by one. */
  final def takenBack(batch: Batch): AnyRef | Null =
    if positioned then tail = batch.first.offset - 1
    pick()

  /** The sink had no room for it, and says when it has.
    * @param size what the item counts for
    */
  final def refused(item: AnyRef, size: Int): AnyRef | Null =
    if !is(RoomSeen) then set(Full)
    if !is(Ended) then
      val b = waiting
      if is(Sampling) && b.nonEmpty then rules.stats.sampledOut.increment()
      else
        b.putBack(item, size)
        if rules.drops && !pulls then while b.isOver(rules) do drop(b)
    pick()

  /** The step is done. */
  final def proceed(): AnyRef | Null = pick()

  /** The driver cannot continue. */
  final def broken(ending: Ending): AnyRef | Null =
    end(ending)
    pick()

  // -------------------------------------------------------------------------------------------- pushing

  /** Pushing, with an empty backlog and no driver. */
  final def isIdle: Boolean = (bits & ~Placeless) == Started && backlog == null

  /** The next one. */
  private def fresh(encoded: Encoded, size: Int): AnyRef | Null =
    val follows = if positioned then encoded.offset else tail
    if size == Filtered then
      rules.stats.filtered.increment()
      tail = follows
      null
    else if isIdle then
      tail = follows
      drive(encoded)
    else
      val b = waiting
      if is(Sampling) then sample(encoded, size, b)
      else if b.fits(size, rules) then b.add(encoded, size)
      else if pulls then pull(encoded.offset)
      else overflow(encoded, size, b)
      if !is(Pulling | Ended) then tail = follows
      step()

  private def overflow(encoded: Encoded, size: Int, b: Backlog): Unit = rules.overflow match
    case Overflow.Disconnect => end(Ending.Slow)
    case Overflow.DropOldest | Overflow.KeepLatest(_) =>
      // first, as it may replace one that waits, and then needs no room
      b.add(encoded, size)
      while b.isOver(rules) do drop(b)
    case Overflow.Sample(_) =>
      set(Sampling)
      sample(encoded, size, b)
    case Overflow.Slow =>
      // those who do not wait are not listened to without end
      val most = Patience * rules.bufferMessages
      if b.messages >= most || b.sizeBytes >= Patience.toLong * rules.bufferBytes then end(Ending.Slow)
      else
        b.add(encoded, size)
        hold()

  private def sample(encoded: Encoded, size: Int, b: Backlog): Unit =
    rules.stats.sampledOut.add(b.messages)
    b.clear()
    b.add(encoded, size)

  /** One comes that does not follow. */
  private def hole(encoded: Encoded, size: Int): AnyRef | Null =
    rules.stats.gaps.increment()
    if pulls then
      pull(encoded.offset)
      step()
    else if rules.drops then
      tail = encoded.offset - 1
      fresh(encoded, size)
    else finish(Insufficient)
end StreamMachine

private[push] object StreamMachine:
  /** For the size of a publication that the subscription's filter does not want. */
  final val Filtered = -1

  /** What a join or leave counts for. */
  final val NoticeBytes = 256

  /** Under [[Overflow.Slow]] so many times the buffer is kept for publishers that do not wait. */
  final val Patience = 2
