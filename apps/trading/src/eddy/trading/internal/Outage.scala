package eddy.trading.internal

import java.lang.System.Logger.Level

/** The writes that fail or are late at present: the log hears when the first is, and when none is any more. Any thread.
  *
  * @param waiting how many commands wait for the database
  */
private[trading] final class Outage(retry: String, waiting: () => Int):
  import Outage.*
  // guarded by this
  private var failing = 0
  @volatile private var late = 0
  @volatile private var latest: Failure | Null = null

  /** The last failure, while writes fail. */
  def failure: Option[Failure] = Option(latest)

  /** Whether a write takes too long, however often it has failed meanwhile. */
  def isLate: Boolean = late > 0

  /** @param again it has failed before */
  private def failed(why: String, again: Boolean): Unit = synchronized:
    if !again then
      failing += 1
      if failing == 1 then
        log.log(
          Level.WARNING,
          s"the database takes no commands ($why); ${waiting()} wait, and it is tried again every $retry"
        )
    val before = latest
    latest = Failure(why, if before == null then System.currentTimeMillis else before.since)

  /** One that had failed has succeeded. */
  private def ended(): Unit = synchronized:
    failing -= 1
    val last = latest
    if failing == 0 && last != null then
      latest = null
      val seconds = (System.currentTimeMillis - last.since) / 1000
      log.log(
        Level.WARNING,
        s"the database takes commands again, after $seconds s; ${waiting()} wait. It had said: ${last.why}"
      )

  /** One write, from its first try until it succeeds. */
  final class Write:
    // all guarded by the outage
    private var isTold, isLate, isDone = false

    def failed(why: String): Unit = Outage.this.synchronized:
      Outage.this.failed(why, again = isTold)
      isTold = true

    /** It has not succeeded within a time that is long for one. */
    def overdue(after: String): Unit = Outage.this.synchronized:
      if !isDone then
        if !isTold then failed(s"it has not answered for $after")
        isLate = true
        // who sees it late sees why
        late += 1

    def done(): Unit = Outage.this.synchronized:
      isDone = true
      if isLate then late -= 1
      if isTold then ended()
  end Write
end Outage

private[trading] object Outage:
  private val log = System.getLogger("eddy.trading").nn

  /** @param since in milliseconds since 1970 */
  final case class Failure(why: String, since: Long)
