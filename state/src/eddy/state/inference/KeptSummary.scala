package eddy.state.inference

import scala.collection.mutable

/** A summary that a later start of the same program can use in place of an analysis.
  *
  * An analysis depends on the program and on the objects that it looks at. So the summary holds for a callback
  * whose objects have the same classes at all paths that the analysis followed.
  *
  * @param callback
  *   the [[StableName]] of the callback's class
  * @param own
  *   without guards: these are among what was seen
  * @param registered
  *   what the callbacks that it registers touch on threads of their own; none if nobody asked for that
  */
private[inference] final class KeptSummary(
    val callback: String,
    val seen: Vector[KeptSummary.Seen],
    val own: SymbolicSummary,
    val registered: Option[List[SymbolicSummary]]
):
  /** The summary with the guards of this callback object; none if it does not hold for it. */
  def on(callback: AnyRef, world: World): Option[SymbolicSummary] =
    val walk = KeptSummary.Walk(callback, world)
    val guards = Map.newBuilder[Path, Set[Class[?]]]
    val holds = seen.forall: s =>
      val objects = walk.at(s.path)
      if s.isGuard then guards += s.path -> objects.map(_.getClass).toSet: Unit
      s.isComplete == walk.isComplete(s.path) && walk.names(objects).contains(s.classes)
    Option.when(holds):
      val s = own
      SymbolicSummary(s.effects, s.detached, guards.result(), s.undo, s.pending, s.notes, s.registers)
end KeptSummary

private[inference] object KeptSummary:
  /** The classes of the objects at a path.
    *
    * @param isComplete
    *   every object on the way has one there: a lazy value is not there before it is initialised
    */
  final case class Seen(path: Path, classes: Set[String], isComplete: Boolean, isGuard: Boolean)

  /** None if some of what the analysis saw has no name that another process would know. */
  def of(
      callback: AnyRef,
      own: SymbolicSummary,
      from: Analysis,
      registered: Option[Analysis]
  ): Option[KeptSummary] =
    val world = from.world
    val walk = Walk(callback, world)
    val looked = from.concrete.looked ++ registered.fold(Map.empty)(_.concrete.looked)
    val seen = looked.toVector.filterNot((p, _) => p.isModule).map: (path, objects) =>
      walk.names(objects).map(Seen(path, _, walk.isComplete(path), own.guards.contains(path)))
    val later = registered.map(_.ofRegistered.map(_(1)).filter(_.detached.nonEmpty))
    for name <- StableName.of(callback, world.repository) if seen.forall(_.isDefined)
    yield KeptSummary(name, seen.flatten, own, later)

  /** Follows paths from one callback object, each step once. */
  private final class Walk(callback: AnyRef, world: World):
    private val known = mutable.HashMap[Path, List[AnyRef]]()

    def at(path: Path): List[AnyRef] = known.getOrElseUpdate(
      path,
      path.steps match
        case Nil => world.objects.at(callback, path)
        case step :: before => at(Path(path.root, before)).flatMap(world.objects.follow(_, step))
    )

    def names(objects: List[AnyRef]): Option[Set[String]] =
      val all = objects.map(StableName.of(_, world.repository))
      Option.when(all.forall(_.isDefined))(all.flatten.toSet)

    def isComplete(path: Path): Boolean = path.steps match
      case Path.Step.Field(owner, name, _) :: before if path.endsInLazyValue =>
        val declaring = world.repository.field(owner, name).getDeclaringClass
        at(path).sizeIs == at(Path(path.root, before)).count(declaring.isInstance(_))
      case _ => true
  end Walk
end KeptSummary
