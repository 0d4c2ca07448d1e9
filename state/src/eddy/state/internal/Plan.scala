package eddy.state.internal

import eddy.state.{LockSet, Target}

/** The locks of some accesses, each once, in ascending order, and how each is to be held. Built by one thread. */
private[state] final class Plan(capacity: Int):
  private[state] var locks = new Array[Lock](capacity)
  private[state] var grips = new Array[Grip](capacity)
  // may be left out whatever it costs to take it back
  private[state] var above = new Array[Boolean](capacity)
  private[state] var size = 0
  // of the maps whose entries are used; each with how
  private[state] var entries: List[(Marks, Grip)] = Nil

  private[state] def add(claim: LockSet.Claim): Unit =
    val lock = Locks.of(claim.target)
    claim.target match
      case Target.Everything | Target.OfType(_) =>
        // that the changes of one object commute says nothing of changes to unknown ones
        insert(lock, if claim.mode == eddy.state.Mode.Reads then Grip.Reads else Grip.Writes, isAbove = false)
      case Target.Entry(obj, _) =>
        entries ::= (obj.entryMarks, Grip.of(claim.mode))
        insert(lock, Grip.of(claim.mode), isAbove = false)
        insert(obj.lock, Grip.announcing(claim.mode), isAbove = false)
      case _ => insert(lock, Grip.of(claim.mode), isAbove = false)
    val over = Locks.above(claim.target)
    val announced = Grip.announcing(claim.mode)
    var i = 0
    while i < over.length do
      if over(i) ne lock then insert(over(i), announced, isAbove = true)
      i += 1

  private def insert(lock: Lock, grip: Grip, isAbove: Boolean): Unit =
    var at = size
    while at > 0 && locks(at - 1).id > lock.id do at -= 1
    if at > 0 && (locks(at - 1) eq lock) then
      grips(at - 1) = grips(at - 1).join(grip)
      above(at - 1) &= isAbove
    else
      if size == locks.length then grow()
      if at < size then
        System.arraycopy(locks, at, locks, at + 1, size - at)
        System.arraycopy(grips, at, grips, at + 1, size - at)
        System.arraycopy(above, at, above, at + 1, size - at)
      locks(at) = lock
      grips(at) = grip
      above(at) = isAbove
      size += 1

  private[state] def indexOf(lock: Lock): Int = locks.indexWhere(_ eq lock)

  private def grow(): Unit =
    val to = size * 2 + 4
    locks = java.util.Arrays.copyOf(locks, to).asInstanceOf[Array[Lock]]
    grips = java.util.Arrays.copyOf(grips, to).asInstanceOf[Array[Grip]]
    above = java.util.Arrays.copyOf(above, to).nn
end Plan
