package eddy.inference.internal.verdict

import eddy.inference.internal.bytecode.{Conventions, Descriptors}
import eddy.inference.internal.library.LibraryModel
import eddy.inference.report.Access
import eddy.inference.report.HandlerReport.{Extent, Use}
import eddy.state.Target

/** Describes accesses for people: what, where, why it is coarse and what makes it finer. */
private[inference] object Uses:
  /** Coarsest first, otherwise in the given order; uses that differ in their place only are one. */
  def of(accesses: List[Access]): List[Use] =
    val all = accesses.flatMap(atEachPlace)
    val same = all.groupBy(identity(_))
    all.distinctBy(identity(_)).sortBy(_.extent.ordinal).map: first =>
      first.copy(morePlaces = same(identity(first)).map(_.site).distinct.size - 1)

  private def identity(u: Use) = (u.mode, u.target, u.remedy)

  /** An access has one reason for each place. */
  private def atEachPlace(a: Access): List[Use] =
    one(a) :: a.also.map(s => one(a.at(s.site, s.coarse)))

  def one(a: Access): Use =
    Use(
      a.mode,
      extent(a.target),
      target(a),
      StableNames.of(a),
      a.path,
      a.site.toString,
      0,
      a.coarse,
      Hints.of(a),
      Hints.facts(a),
      variables = a.variables
    )

  def extent(t: Target): Extent = t match
    case Target.Everything => Extent.Everything
    case Target.OfType(_) => Extent.AnyOfType
    case Target.Fields(o) if !isVariable(o) && LibraryModel.standard.isLibrary(o.getClass) =>
      Extent.LibraryObject
    case Target.Shared(_) => Extent.SharedObject
    case Target.Fields(_) | Target.Static(_, _) => Extent.Variable
    case Target.Entry(_, _) => Extent.Entry

  /** The compiler's box for a local variable that a closure captures. */
  def isVariable(o: AnyRef): Boolean = Conventions.isVariable(Descriptors.internalName(o.getClass))

  private def target(a: Access): String = a.target match
    case Target.Shared(o) => s"$o (${a.path})"
    case Target.Entry(o, key) => s"$o (${a.path}), entry $key"
    case Target.Fields(o) if isVariable(o) => s"the captured variable ${a.path}"
    case Target.Fields(o) if extent(a.target) == Extent.Variable && a.variables.nonEmpty =>
      s"${a.variableNames} of ${o.getClass.getName} ${a.path}"
    case Target.Fields(o) => s"${o.getClass.getName} ${a.path}"
    case _ => a.path
end Uses
