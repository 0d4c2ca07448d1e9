package eddy.inference.internal.plan

import eddy.inference.internal.bytecode.{Conventions, Names}
import eddy.inference.internal.context.{AnalysisContext, Effect, Location, SymbolicSummary}
import eddy.inference.internal.heap.{AccessPath, ClosureCode, Objects}
import eddy.inference.internal.verdict.Violations
import eddy.inference.report.Evidence
import eddy.inference.report.{Access, AccessSummary}
import eddy.inference.spi.AnalysisStub
import eddy.state.{AccessKind, LockSet}

import java.lang.reflect.Modifier

/** Turns the paths of a summary into the objects that one handler object reaches. What does not depend on
  * the handler object is worked out once; paths over variables are followed again when the locks are held,
  * before the handler runs. Any thread.
  */
private[inference] final class Resolver(
    val summary: SymbolicSummary,
    sample: AnyRef,
    context: AnalysisContext
):
  private final class Guard(path: AccessPath, classes: Set[Class[?]]):
    private val place = PlaceReader(path, sample, context)

    /** Its object was there when the summary was made. One that is not makes it when the handler runs. */
    private val isInitialised = classes.nonEmpty && path.endsInLazyValue

    /** A path that ends in a final class leads to nothing else. */
    val isNeeded: Boolean = isInitialised ||
      !place.endType.exists(c => Modifier.isFinal(c.getModifiers) && !c.isArray && classes.nonEmpty)
    private val onlyClass: Class[?] | Null = if classes.sizeIs == 1 then classes.head else null
    // where there is no object there is no access, but for those that are made when they are first used
    def fits(handler: AnyRef): Boolean =
      val there = place.read(handler)
      if there eq PathReader.Elsewhere then false
      else if !place.isSingle then
        val found = place.objects(there)
        found.forall(o => classes(o.getClass)) && isAsClear(
          found
        ) && (!isInitialised || found.sizeIs == holders(handler))
      else if there == null then !isInitialised
      else (there.getClass eq onlyClass) || classes(there.getClass)

    /** What could not be looked into then cannot be looked into now. */
    private def isAsClear(found: List[AnyRef]) =
      !classes(Objects.Opaque.getClass) || found.contains(Objects.Opaque)

    private def holders(handler: AnyRef): Int = path.steps match
      case AccessPath.Step.Field(owner, name, _) :: before =>
        val declaring = context.repository.field(owner, name).getDeclaringClass
        context.objects.at(handler, AccessPath(path.root, before)).count(declaring.isInstance(_))
      case _ => 0
  end Guard

  private val guards: Array[Guard] = summary.guards.map(Guard(_, _)).filter(_.isNeeded).toArray
  private val recipe = LockSetBuilder(summary.effects.map(_(0)).distinct, sample, context)

  /** Whether the summary holds for this handler object, which must be of the class of the sample. */
  def fits(handler: AnyRef): Boolean =
    var i = 0
    while i < guards.length && guards(i).fits(handler) do i += 1
    i == guards.length

  /** The locks that this handler object needs.
    *
    * @param argument
    *   the first that it will get; null if that is not known
    */
  def lockSet(handler: AnyRef, argument: AnyRef | Null): LockSet = recipe.lockSet(handler, argument)

  /** Why a handler must not run: it hands a variable or a plain collection to threads of its own that write
    * it.
    */
  lazy val refusal: String | Null =
    if summary.detached.isEmpty then null else Violations.refusal(describe(sample)).orNull

  /** What speaks against handlers that it registers, once somebody has looked. */
  @volatile var registered: Violations.Registered | Null = null

  /** What handlers touch that it registers, with how and where, once that is known and final. */
  @volatile var ofRegistered: List[(String, SymbolicSummary)] | Null = null

  /** For people: with path, place and reason. */
  def describe(handler: AnyRef): AccessSummary =
    AccessSummary(
      accesses(handler, summary.effects),
      accesses(handler, summary.detached),
      summary.pending,
      summary.notes
    )

  private def accesses(handler: AnyRef, effects: List[(Effect, Evidence)]): List[Access] =
    val all =
      for (e, at) <- effects; t <- LockSetBuilder.targets(e.place, handler, sample, context)
      yield new Access(
        t,
        e.mode,
        shown(e.place, handler),
        at.site,
        at.coarse,
        isNear(e.place),
        at.also,
        variables(e.place, at, handler)
      )
    val distinct = all.distinctBy(a => (a.target, a.mode))
    // the right to change something includes the right to read it
    val changed = distinct.filter(_.mode == AccessKind.Writes).map(_.target).toSet
    distinct.filter(a => a.mode == AccessKind.Writes || !changed(a.target))

  private def variables(place: Location, at: Evidence, handler: AnyRef): List[String] =
    if at.variables.nonEmpty then at.variables
    else
      place match
        case Location.At(p, _) => holder(p, handler).toList
        case Location.StaticField(owner, name) => List(Names.ofVariable(owner, name))
        case Location.Entry(_, _, _) | Location.AnyOf(_) | Location.Everything => Nil

  /** The field, or the captured variable or parameter, that leads to an object. */
  private def holder(path: AccessPath, handler: AnyRef): Option[String] = path.steps match
    case AccessPath.Step.Captured(i) :: Nil => capturedName(i, handler).filter(_ != "this")
    case _ => path.field.filterNot(_ => path.isModule).map(Names.ofVariable(_, _))

  private def isNear(place: Location): Boolean = place match
    case Location.At(p, _) =>
      // an AnalysisStub holds objects that the application handed over, as if it had captured them
      p.steps.count {
        case AccessPath.Step.Field(owner, _, _) =>
          !context.repository.isSubtype(owner, AnalysisStub.InternalName)
        case _ => false
      } <= 1
    case Location.Entry(p, family, _) => isNear(Location.At(p, family))
    case Location.StaticField(_, _) | Location.AnyOf(_) | Location.Everything => false

  private def shown(place: Location, handler: AnyRef): String = place match
    case Location.At(p, _) => named(p, handler)
    case Location.Entry(p, _, _) => named(p, handler)
    case Location.StaticField(owner, name) => s"${Names.ofClass(owner)}.$name"
    case Location.AnyOf(c) =>
      if Conventions.isVariable(c) then "any captured variable"
      else if context.library.isLibrary(c) && !context.library.isThirdParty(c) then "any plain library object"
      else s"any ${Names.ofClass(c)}"
    case Location.Everything => "everything"

  /** A path that begins at a captured value begins with the name that this has in the source, if it is known.
    */
  private def named(path: AccessPath, handler: AnyRef): String =
    (path.root, path.steps.lastOption) match
      case (AccessPath.Root.Handler, Some(first @ AccessPath.Step.Captured(i))) =>
        val shown = path.toString
        capturedName(i, handler)
          .fold(shown)(_ + shown.stripPrefix(AccessPath(path.root, List(first)).toString))
      case _ => path.toString

  private def capturedName(index: Int, handler: AnyRef): Option[String] =
    if !ClosureCode.isClosure(handler.getClass) then None
    else
      ClosureCode.of(handler, context.repository).capturedNames(context.repository).lift(index).flatten
end Resolver
