package eddy.push

import scala.concurrent.duration.FiniteDuration

/** How publications for a subscriber with a full buffer are treated. Each policy has its own counter.
  */
enum Overflow derives CanEqual:
  /** The connection ends with a code that lets the client come back and recover. */
  case Disconnect

  /** The oldest that waits goes. */
  case DropOldest

  /** Of those with the same value of `tag` only the newest waits; those without it are dropped oldest first.
    */
  case KeepLatest(tag: String)

  /** From the first full buffer on until it is empty, at most one goes out every so often, the newest. */
  case Sample(every: FiniteDuration)

  /** Who publishes waits: [[Channels.publish]] is done when there is room again. The slowest subscriber sets
    * the pace.
    */
  case Slow

  /** @throws IllegalArgumentException for one that cannot be */
  private[push] def check(): Unit = this match
    case Sample(every) => eddy.web.internal.Checks.positive("every", every)
    case KeepLatest(tag) => require(tag.nonEmpty, "KeepLatest(\"\"): name the tag")
    case Disconnect | DropOldest | Slow => ()
end Overflow
