package eddy.web.internal

import scala.concurrent.duration.FiniteDuration

/** Checks of configuration values: the message carries the bad value and the remedy. */
private[eddy] object Checks:
  def inRange(name: String, value: Int, low: Int, high: Int, advice: String): Unit =
    require(value >= low && value <= high, s"$name = $value: must be from $low to $high ($advice)")

  def positive(name: String, value: FiniteDuration): Unit =
    require(
      value.toMillis >= 1,
      s"$name = $value: must be at least one millisecond (a timeout cannot be switched off; make it long instead)"
    )
