package eddy.inference.internal.verdict

import eddy.inference.internal.bytecode.Descriptors
import eddy.inference.internal.heap.Key
import eddy.inference.internal.library.LibraryModel
import eddy.inference.report.{Access, AccessSummary}
import eddy.state.{AccessKind, LockSet, Target}

/** Why two handlers cannot run beside each other: an access of the one and an access of the other. */
final case class Conflict(one: Access, other: Access)

/** Which handlers exclude each other, by their summaries. Two plain objects may share one of the fixed number
  * of locks for such; that is left out here.
  */
object Conflicts:
  /** Every pair of accesses that excludes the other. Empty if the handlers may run at the same time. */
  def between(one: AccessSummary, other: AccessSummary): List[Conflict] =
    for a <- one.accesses; b <- other.accesses if excludes(a, b) yield Conflict(a, b)

  /** All of these are between entries, and with different keys there would be none. */
  private[inference] def onlyByKey(all: List[Conflict]): Boolean =
    all.nonEmpty && all.forall: c =>
      (c.one.target, c.other.target) match
        case (Target.Entry(_, k), Target.Entry(_, l)) => isOpen(k) || isOpen(l)
        case _ => false

  private[inference] def excludes(a: Access, b: Access): Boolean =
    !strength(a).goesWith(strength(b)) && overlap(a.target, b.target)

  /** Changes of one object that commute say nothing of changes to unknown ones. */
  private def strength(a: Access): AccessKind = a.target match
    case Target.OfType(_) | Target.Everything if a.mode == AccessKind.Commutes => AccessKind.Writes
    case _ => a.mode

  private def overlap(a: Target, b: Target): Boolean = (a, b) match
    case (Target.Everything, _) | (_, Target.Everything) => true
    case (x: Target.OfType, y) => LockSet.meet(x, y)
    case (x, y: Target.OfType) => LockSet.meet(y, x)
    case (Target.Entry(x, k), Target.Entry(y, l)) => (x eq y) && (k == l || isOpen(k) || isOpen(l))
    case (Target.Static(x, f), Target.Static(y, g)) => x == y && f == g
    case _ => (for x <- objectOf(a); y <- objectOf(b) yield x eq y).getOrElse(false)

  /** Which entry it is depends on the handler's argument. */
  private[inference] def isOpen(key: Any): Boolean = key.isInstanceOf[Key]

  private def objectOf(t: Target): Option[AnyRef] = t match
    case Target.Shared(o) => Some(o)
    case Target.Entry(o, _) => Some(o)
    case Target.Fields(o) => Some(o)
    case _ => None

  private[inference] def isLibrary(c: Class[?]): Boolean =
    LibraryModel.standard.isLibrary(Descriptors.internalName(c))
end Conflicts
