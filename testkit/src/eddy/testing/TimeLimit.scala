package eddy.testing

import scala.concurrent.duration.{DurationInt, FiniteDuration}

/** How long a test, and a suite that runs alone, may take.
  *
  * @param reason why this suite needs more than the usual limit, in a sentence
  */
final case class TimeLimit(duration: FiniteDuration, reason: String):
  require(reason.nonEmpty || duration <= TimeLimit.usualDuration, s"a limit of $duration needs a reason")

  /** The limit of a suite that is so many times longer than in the usual form. */
  private[testing] def times(n: Int): TimeLimit =
    if n == 1 then this
    else TimeLimit(duration * n, s"$reason This form of the tests is up to $n times longer.".trim)

object TimeLimit:
  private val usualDuration = 2.minutes

  val usual: TimeLimit = TimeLimit(usualDuration, "")
