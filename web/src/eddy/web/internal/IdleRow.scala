package eddy.web.internal

/** Members of a [[LoopSweep]] in the order in which they became idle. A member that has something to do again
  * stays until somebody comes upon it: so becoming busy costs nothing, and a search looks at each busy member
  * once. On their I/O thread.
  */
private[internal] final class IdleRow:
  private var first: Swept | Null = null
  private var last: Swept | Null = null

  /** It is the last from now on. */
  def append(member: Swept): Unit = if member ne last then
    remove(member)
    member.isListed = true
    val before = last
    member.before = before
    if before == null then first = member else before.after = member
    last = member

  def remove(member: Swept): Unit = if member.isListed then
    val (before, after) = (member.before, member.after)
    if before == null then first = after else before.after = after
    if after == null then last = before else after.before = before
    member.before = null
    member.after = null
    member.isListed = false

  /** The one that has been idle for longest; null when none is.
    * @param of whose; null for anybody's
    */
  def longest(of: String | Null): Swept | Null =
    var found: Swept | Null = null
    var at = first
    while at != null && found == null do
      val next = at.after
      if at.isBusy then remove(at)
      else if at.isIdle && (of == null || at.customer == of) then found = at
      at = next
    found
end IdleRow
