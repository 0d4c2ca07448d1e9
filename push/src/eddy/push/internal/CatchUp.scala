package eddy.push.internal

import eddy.push.{HistoryPage, HistoryQuery, Position, Publication}

import scala.concurrent.duration.{DurationInt, DurationLong, FiniteDuration}

/** Reads the missed publications of a channel from the history, page by page, and retries failed reads.
  * Confined to the channel's actor.
  */
private[push] final class CatchUp(turns: ChannelTurns, place: Place, stash: Stash):
  import CatchUp.*
  private var attempts = 0
  private var waits = false

  /** The history must be read once more, when there is time: something may be missing. */
  var isDue: Boolean = false

  /** For another attempt. */
  def isWaiting: Boolean = waits

  def begin(): Unit =
    turns.enter(ChannelPhase.CatchingUp)
    attempts = 0
    readOn()

  /** The service may be back: no need to wait any longer. */
  def hurry(): Unit =
    turns.enter(ChannelPhase.CatchingUp)
    readOn()

  def readOn(): Unit =
    isDue = false
    waits = false
    val _ = place.goesOn()
    val query = HistoryQuery(Some(place.position), Batch, maxBytes = BatchBytes)
    turns.read(query)(ChannelEvent.CaughtUp(_, _))

  /** Tries again, later. */
  def retry(): Unit =
    attempts += 1
    waits = true
    val delay = math.min(MaxDelay.toMillis, MinDelay.toMillis << math.min(attempts - 1, 10)).millis
    turns.after(delay)(ChannelEvent.Retry(_))

  /** Hands over what a page has of it.
    * @return what is to be done then
    */
  def take(page: HistoryPage)(hand: Publication => Unit): Outcome =
    if page.top.epoch != place.position.epoch && place.goesOn() then
      readOn()
      Outcome.Goes
    else
      val before = place.position
      page.publications.foreach: publication =>
        val at = place.position
        if publication.position == at.copy(offset = at.offset + 1) then
          place.move(publication.position)
          hand(publication)
      if !page.complete || !isHere(page.top) then Outcome.Lost(page.top)
      else if place.position.offset < page.top.offset || isBehindStash then
        // a page was full, or what has arrived is not to be read yet
        if place.position != before then
          attempts = 0
          readOn()
          Outcome.Goes
        else if attempts < MaxAttempts then
          retry()
          Outcome.Goes
        else
          val first = stash.first
          Outcome.Lost(if first == null then page.top
          else first.position.copy(offset = first.position.offset - 1))
      else Outcome.Done

  private def isHere(top: Position) = top.epoch == place.position.epoch

  /** The first that waits does not follow. */
  private def isBehindStash: Boolean =
    val first = stash.first
    first != null && isHere(first.position) && first.offset > place.position.offset + 1
end CatchUp

private[push] object CatchUp:
  enum Outcome derives CanEqual:
    case Done

    /** It continues without a further call. */
    case Goes

    /** There is a hole that cannot be filled; the history continues after this position. */
    case Lost(from: Position)

  /** Publications read at once. */
  private final val Batch = 256
  private final val BatchBytes = 1024 * 1024

  /** How often a history is asked for publications that have arrived already. */
  private final val MaxAttempts = 6
  private val MinDelay: FiniteDuration = 50.millis
  private val MaxDelay: FiniteDuration = 5.seconds
end CatchUp
