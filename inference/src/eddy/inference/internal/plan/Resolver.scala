package eddy.inference.internal.plan

import eddy.inference.internal.analysis.{Effect, Place, SymbolicSummary, World}
import eddy.inference.internal.bytecode.Names
import eddy.inference.internal.heap.{ClosureCode, Objects, Path}
import eddy.inference.internal.verdict.Objection
import eddy.inference.report.Sighting
import eddy.inference.report.{Access, AccessSummary}
import eddy.inference.spi.StandIn
import eddy.state.{LockSet, Mode}

import java.lang.reflect.Modifier

/** Turns the paths of a summary into the objects that one callback object reaches. What does not depend on
  * the callback object is worked out once; paths over variables are followed again when the locks are held,
  * before the callback runs. Any thread.
  */
private[inference] final class Resolver(val summary: SymbolicSummary, sample: AnyRef, world: World):
  private final class Guard(path: Path, classes: Set[Class[?]]):
    private val place = PlaceReader(path, sample, world)

    /** Its object was there when the summary was made. One that is not makes it when the callback runs. */
    private val isInitialised = classes.nonEmpty && path.endsInLazyValue

    /** A path that ends in a final class leads to nothing else. */
    val isNeeded: Boolean = isInitialised ||
      !place.endType.exists(c => Modifier.isFinal(c.getModifiers) && !c.isArray && classes.nonEmpty)
    private val onlyClass: Class[?] | Null = if classes.sizeIs == 1 then classes.head else null
    // where there is no object there is no access, but for those that are made when they are first used
    def fits(callback: AnyRef): Boolean =
      val there = place.read(callback)
      if there eq PathReader.Elsewhere then false
      else if !place.isSingle then
        val found = place.objects(there)
        found.forall(o => classes(o.getClass)) && isAsClear(
          found
        ) && (!isInitialised || found.sizeIs == holders(callback))
      else if there == null then !isInitialised
      else (there.getClass eq onlyClass) || classes(there.getClass)

    /** What could not be looked into then cannot be looked into now. */
    private def isAsClear(found: List[AnyRef]) =
      !classes(Objects.Opaque.getClass) || found.contains(Objects.Opaque)

    private def holders(callback: AnyRef): Int = path.steps match
      case Path.Step.Field(owner, name, _) :: before =>
        val declaring = world.repository.field(owner, name).getDeclaringClass
        world.objects.at(callback, Path(path.root, before)).count(declaring.isInstance(_))
      case _ => 0
  end Guard

  private val guards: Array[Guard] = summary.guards.map(Guard(_, _)).filter(_.isNeeded).toArray
  private val recipe = Recipe(summary.effects.map(_(0)).distinct, sample, world)

  /** Whether the summary holds for this callback object, which must be of the class of the sample. */
  def fits(callback: AnyRef): Boolean =
    var i = 0
    while i < guards.length && guards(i).fits(callback) do i += 1
    i == guards.length

  /** The locks that this callback object needs.
    *
    * @param argument
    *   the first that it will get; null if that is not known
    */
  def lockSet(callback: AnyRef, argument: AnyRef | Null): LockSet = recipe.lockSet(callback, argument)

  /** Why a callback must not run: it hands a variable or a plain collection to threads of its own that write
    * it.
    */
  lazy val refusal: String | Null =
    if summary.detached.isEmpty then null else Objection.refusal(describe(sample)).orNull

  /** What speaks against callbacks that it registers, once somebody has looked. */
  @volatile var registered: Objection.Registered | Null = null

  /** What callbacks touch that it registers, with how and where, once that is known and final. */
  @volatile var ofRegistered: List[(String, SymbolicSummary)] | Null = null

  /** For people: with path, place and reason. */
  def describe(callback: AnyRef): AccessSummary =
    AccessSummary(
      accesses(callback, summary.effects),
      accesses(callback, summary.detached),
      summary.undo,
      summary.pending,
      summary.notes
    )

  private def accesses(callback: AnyRef, effects: List[(Effect, Sighting)]): List[Access] =
    val all =
      for (e, at) <- effects; t <- Recipe.targets(e.place, callback, sample, world)
      yield Access(t, e.mode, shown(e.place, callback), at.site, at.coarse, isNear(e.place), at.also)
    val distinct = all.distinctBy(a => (a.target, a.mode))
    // the right to change something includes the right to read it
    val changed = distinct.filter(_.mode == Mode.Writes).map(_.target).toSet
    distinct.filter(a => a.mode == Mode.Writes || !changed(a.target))

  private def isNear(place: Place): Boolean = place match
    case Place.At(p, _) =>
      // a StandIn holds objects that the application handed over, as if it had captured them
      p.steps.count {
        case Path.Step.Field(owner, _, _) => !world.repository.isSubtype(owner, StandIn.InternalName)
        case _ => false
      } <= 1
    case Place.Entry(p, family, _) => isNear(Place.At(p, family))
    case Place.StaticField(_, _) | Place.AnyOf(_) | Place.Everything => false

  private def shown(place: Place, callback: AnyRef): String = place match
    case Place.At(p, _) => named(p, callback)
    case Place.Entry(p, _, _) => named(p, callback)
    case Place.StaticField(owner, name) => s"${Names.ofClass(owner)}.$name"
    case Place.AnyOf(c) =>
      if c.startsWith("scala/runtime/") then "any captured variable"
      else if world.library.isLibrary(c) && !world.library.isThirdParty(c) then "any plain library object"
      else s"any ${Names.ofClass(c)}"
    case Place.Everything => "everything"

  /** A path that begins at a captured value begins with the name that this has in the source, if it is known.
    */
  private def named(path: Path, callback: AnyRef): String =
    (path.root, path.steps.lastOption) match
      case (Path.Root.Callback, Some(first @ Path.Step.Captured(i)))
          if ClosureCode.isClosure(callback.getClass) =>
        val names = ClosureCode.of(callback, world.repository).capturedNames(world.repository)
        val shown = path.toString
        names.lift(i).flatten.fold(shown)(_ + shown.stripPrefix(Path(path.root, List(first)).toString))
      case _ => path.toString
end Resolver
