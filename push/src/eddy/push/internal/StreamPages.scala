package eddy.push.internal

import eddy.push.Position

/** How a subscription starts, and how it reads the log: the middle part of [[StreamMachine]].
  *
  * While a page is read, publications that come are kept `ahead`: the page and they together reach the top,
  * and so a subscription comes back from pulling under a steady load. Before the start it is the same: what
  * the client has missed is the page.
  */
private[push] abstract class StreamPages(kind: StreamRules) extends StreamState(kind):
  import StreamPages.*
  import StreamState.*

  /** Once: the client knows the channel up to `at`, but for what `missed` holds, and has still to read so
    * many that come then.
    */
  final def started(at: Position, missed: Page, behind: Long = 0): AnyRef | Null =
    set(Started)
    if at.epoch.isEmpty then set(Placeless)
    if is(Ended) then ()
    else if !positioned then precede(missed, after = -1)
    else if !known(at.epoch) then end(Insufficient)
    else if pulls then
      tail = if missed.from > 0 then missed.from - 1 else at.offset
      merge(if missed.whole then missed else Page.empty(at), at.offset + behind)
    else
      val b = backlog
      val from = if b == null || b.aheadFrom == 0 then at.offset + 1 else b.aheadFrom
      if from > at.offset + 1 && !rules.drops then end(Insufficient)
      else
        precede(missed, at.offset)
        tail = math.max(tail, at.offset)
    step()
  end started

  final def paged(page: Page): AnyRef | Null =
    unset(Reading)
    rules.stats.pages.increment()
    val b = waiting
    if is(Ended) then ()
    else if !page.whole || !known(page.top.epoch) || page.from > 0 && page.from <= tail then end(Insufficient)
    else if page.complete && page.from == 0 && tail < b.top then again()
    else
      val next =
        if page.from > 0 then page.from
        else if page.complete then tail + 1
        else math.max(page.top.offset, tail) + 1
      if page.complete && next == tail + 1 || rules.drops then
        // as the policy allows: continue with the oldest stored one
        rules.stats.trimmed.add(next - tail - 1)
        tail = next - 1
        b.attempts = 0
        merge(page, page.top.offset)
      else end(Insufficient)
    step()
  end paged

  /** A page could not be read. */
  final def pageFailed(): AnyRef | Null =
    unset(Reading)
    rules.stats.pageFailures.increment()
    if !is(Ended) then again()
    step()

  /** The time of [[Step.Retry]] is over. */
  final def retried(): AnyRef | Null =
    unset(Retry | Retrying)
    step()

  /** One comes while the log is read, or before the start. */
  protected final def behind(encoded: Encoded, size: Int): AnyRef | Null =
    val b = waiting
    val offset = encoded.offset
    if is(Started) && offset <= tail || b.aheadFrom > 0 && offset <= b.aheadTo then
      rules.stats.repeated.increment()
    else if rules.pushes && (is(Reading) || !is(Started)) then
      if b.aheadFrom == 0 || offset != b.aheadTo + 1 || size >= 0 && !b.fits(size, rules) then
        // without those that the log has anyway
        forgetPublications(b)
        b.aheadFrom = offset
      b.aheadTo = offset
      b.top = math.max(b.top, offset)
      if size >= 0 then b.add(encoded, size) else rules.stats.filtered.increment()
    else b.top = math.max(b.top, offset)
    if rules.slows && is(Started) && b.top - tail > rules.history / 2 then
      hold()
    step()

  /** A page that follows `tail`, and then what is kept ahead, if it follows the page. */
  private def merge(page: Page, top: Long): Unit =
    val b = waiting
    val kept = takeAll(b)
    val cut = append(page, kept.filter(_.isNotice), b)
    tail = if cut >= 0 then page.items(cut).offset - 1 else math.max(tail, page.end)
    if cut >= 0 then b.limit = cut
    else if page.end - page.from + 1 >= b.limit then b.limit = math.min(2 * b.limit, rules.bufferMessages)
    val follows = cut < 0 && b.aheadFrom > 0 && b.aheadFrom <= tail + 1
    // a notice may wait for more of the log than has come since
    val ahead = kept.filter(_.place > tail).sortBy(one => (one.place, one.isNotice))
    if !(follows && join(ahead, b)) then keepNotices(ahead, b)
    b.aheadFrom = 0
    b.top = math.max(b.top, top)
    if tail < b.top || !rules.pushes then pull(b.top) else push()

  /** Of the page what fits beside the joins and leaves that wait, but one at least, with those of them that
    * come among it. The rest is read again: it is not kept twice.
    * @return the index of the first that did not fit, -1 for none
    */
  private def append(page: Page, notices: Array[Kept], b: Backlog): Int =
    var (i, n) = (0, 0)
    def addNotices(before: Long): Unit =
      while n < notices.length && notices(n).place < before do
        b.add(notices(n).item, notices(n).size)
        n += 1
    while i < page.items.length && (i == 0 || b.fits(page.sizes(i), rules, notices.length - n)) do
      addNotices(page.items(i).offset)
      b.add(page.items(i), page.sizes(i))
      i += 1
    val isCut = i < page.items.length
    addNotices(if isCut then page.items(i).offset else math.max(tail, page.end) + 1)
    if isCut then i else -1

  /** False without room for them. */
  private def join(ahead: Array[Kept], b: Backlog): Boolean =
    val fits = b.isEmpty || b.messages + ahead.length <= rules.bufferMessages &&
      b.sizeBytes + ahead.map(_.size.toLong).sum <= rules.bufferBytes
    if fits then
      ahead.foreach(kept => b.add(kept.item, kept.size))
      tail = math.max(tail, b.aheadTo)
    fits

  private def forgetPublications(b: Backlog): Unit = keepNotices(takeAll(b), b)

  /** Joins and leaves are in no log: they keep waiting for the publications before them, as far as there is
    * room.
    */
  private def keepNotices(kept: Array[Kept], b: Backlog): Unit =
    for notice <- kept if notice.isNotice do
      if b.fits(notice.size, rules) then b.add(notice.item, notice.size)
      else rules.stats.presenceDropped.increment()

  /** Puts the missed publications ahead of those received meanwhile, without duplicates. */
  private def precede(missed: Page, after: Long): Unit =
    if missed.items.nonEmpty || backlog != null then
      val b = waiting
      val came = takeAll(b).filter(kept => kept.isNotice || kept.place > after)
      for i <- missed.items.indices do b.add(missed.items(i), missed.sizes(i))
      came.foreach(kept => b.add(kept.item, kept.size))
      b.aheadFrom = 0

  private def again(): Unit =
    val b = waiting
    forgetPublications(b)
    b.aheadFrom = 0
    b.attempts += 1
    if b.attempts > MaxAttempts then end(Insufficient) else set(Retry)
end StreamPages

private[push] object StreamPages:
  /** Pages that cannot be read one after another, before the subscription ends. */
  final val MaxAttempts = 30

  private final class Kept(val item: AnyRef, val size: Int):
    /** An offset: its own, or of the publication before it. */
    def place: Long = item match
      case encoded: Encoded => encoded.offset
      case notice: Notice => notice.after
      case other => throw IllegalStateException(s"$other waits")
    def isNotice: Boolean = item.isInstanceOf[Notice]

  private def takeAll(b: Backlog): Array[Kept] =
    if b.isEmpty then Array.empty
    else Array.fill(b.messages)(Kept(b.poll().nn, b.polledBytes))
end StreamPages
