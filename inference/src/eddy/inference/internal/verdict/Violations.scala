package eddy.inference.internal.verdict

import eddy.inference.internal.bytecode.Descriptors
import eddy.inference.internal.library.LibraryModel
import eddy.inference.report.{Access, AccessSummary, Classification, Kind}
import eddy.state.{AccessKind, Target}

/** What speaks against a handler. */
private[inference] object Violations:
  /** What speaks against the handlers that one registers. */
  final class Registered(all: List[AccessSummary]):
    val refusals: List[String] = all.flatMap(refusal)
    val doubts: List[String] = all.flatMap(doubt)
    val alone: List[String] = all.flatMap(Violations.alone)

  def of(s: AccessSummary): Option[String] =
    val unprotected = s.detached.map(unprotectedBy)
    val unknown = s.accesses.filter(_.target == Target.Everything).map(a => s"excludes ${othersBy(a)}")
    Option.when(unprotected.nonEmpty || unknown.nonEmpty)((unprotected ++ unknown).map(l =>
      s"The handler $l."
    ).mkString("\n"))

  /** Why it runs alone, with one place and one remedy; none if it does not. */
  def alone(s: AccessSummary): Option[String] =
    s.accesses.find(_.target == Target.Everything).map(a => s"runs alone: it excludes ${othersBy(a)}")

  def classification(s: AccessSummary, isRejected: Boolean): Classification =
    if isRejected then Classification.Rejected
    else if alone(s).nonEmpty then Classification.RunsAlone
    else
      s.kind match
        case Kind.Stateless => Classification.Stateless
        case Kind.ReadOnly => Classification.ReadOnly
        case Kind.Exclusive => if s.onlyAdds then Classification.Adding else Classification.Exclusive

  private def othersBy(a: Access) =
    s"all other handlers, because of this at ${a.site}: ${a.coarse.getOrElse("nothing is known")}. " +
      s"Instead: ${Hints.of(a).getOrElse("call known code")}"

  /** Captured variables, collections and arrays that are written where no lock is: nothing would make that
    * right. Fields of the application's objects may have a monitor of their own; each operation of a shared
    * object is safe alone; of objects that are not known, or that belong to other code far away, nothing
    * can be said.
    */
  def refusal(s: AccessSummary): Option[String] =
    val wrong = refused(s)
    Option.when(wrong.nonEmpty)(wrong.map(a => s"The handler ${unprotectedBy(a)}.").mkString("\n"))

  /** What [[refusal]] speaks of. */
  def refused(s: AccessSummary): List[Access] =
    s.detached.filter(a => a.near && a.mode != AccessKind.Reads && isPlain(a.target))

  /** Fields of the application's objects that are written where no lock is: right only if a monitor guards
    * them.
    */
  def doubt(s: AccessSummary): Option[String] =
    val open = s.detached.filter(a => a.near && a.mode == AccessKind.Writes && isOwn(a.target))
    Option.when(open.nonEmpty)(open.map(a => s"The handler ${unprotectedBy(a)}.").mkString("\n"))

  private def isOwn(t: Target): Boolean = t match
    case Target.Fields(o) => LibraryModel.standard.isApplications(Descriptors.internalName(o.getClass))
    case _ => false

  private def isPlain(t: Target): Boolean = t match
    case Target.Fields(o) => Conflicts.isLibrary(o.getClass)
    case _ => false

  private def unprotectedBy(a: Access): String =
    s"${a.verb} ${what(a)} on a thread of its own at ${a.site}: no lock protects that. " +
      insteadOf(a).capitalize

  private def what(a: Access) =
    if isOwn(a.target) && a.variables.nonEmpty then s"${a.variableNames} (${a.path})" else a.path

  /** The remedy for a [[refused]] use. */
  def insteadOf(a: Access): String =
    val instead = Hints.of(a).fold("")(h => s"; or $h")
    s"hand the work over as a handler (nextTick), let the thread use nothing but the result$instead"
end Violations
