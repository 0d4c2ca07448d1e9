package eddy.web.internal

/** A value that takes some time to compute, for all readers within a time. Any thread; one computes it while
  * the others wait.
  *
  * @param nanos for which it is given again, from when it was there
  * @param now as `System.nanoTime`
  */
private[web] final class Reused[A <: AnyRef](nanos: Long, now: () => Long = () => System.nanoTime):
  // guarded by this
  private var value: A | Null = null
  private var since = 0L

  /** @param compute may throw; then the next call tries again */
  def apply(compute: => A): A = synchronized:
    val before = value
    if before != null && now() - since <= nanos then before
    else
      val made = compute
      value = made
      since = now()
      made
end Reused
