package eddy.push

import scala.concurrent.duration.{DurationInt, FiniteDuration}

/** How much of a channel's past is kept: the last `size` publications, none older than `age`, and no more
  * than have `bytes` together, about, but one at least. Size 0 keeps nothing.
  *
  * @param keys how long [[Message.key]]s are remembered, also with size 0
  */
final case class Retention(
    size: Int,
    age: FiniteDuration,
    keys: FiniteDuration = 5.minutes,
    bytes: Long = Long.MaxValue
) derives CanEqual
