package eddy.trading.internal

import java.lang.System.Logger.Level

/** The writes that fail at present: the log hears when the first does, and when none does any more. Any thread.
  *
  * @param waiting how many commands wait for the database
  */
private[trading] final class Outage(retry: String, waiting: () => Int):
  import Outage.*
  // guarded by this
  private var failing = 0
  @volatile private var latest: Failure | Null = null

  /** The last failure, while writes fail. */
  def failure: Option[Failure] = Option(latest)

  /** @param again it has failed before */
  def failed(why: String, again: Boolean): Unit = synchronized:
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
  def ended(): Unit = synchronized:
    failing -= 1
    val last = latest
    if failing == 0 && last != null then
      latest = null
      val seconds = (System.currentTimeMillis - last.since) / 1000
      log.log(
        Level.WARNING,
        s"the database takes commands again, after $seconds s; ${waiting()} wait. It had said: ${last.why}"
      )
end Outage

private[trading] object Outage:
  private val log = System.getLogger("eddy.trading").nn

  /** @param since in milliseconds since 1970 */
  final case class Failure(why: String, since: Long)
