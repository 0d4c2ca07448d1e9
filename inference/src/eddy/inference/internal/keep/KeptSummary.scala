package eddy.inference.internal.keep

import eddy.inference.internal.analysis.Analysis
import eddy.inference.internal.context.{AnalysisContext, Location, SymbolicSummary}
import eddy.inference.internal.heap.AccessPath

/** A summary that a later start of the same program can use in place of an analysis.
  *
  * An analysis depends on the program and on the objects that it looks at. So the summary holds for a
  * handler whose objects have the same classes at all paths that the analysis followed.
  *
  * @param handler
  *   the [[LastingName]] of the handler's class
  * @param own
  *   without guards: these are among what was seen
  * @param registered
  *   those of the handlers that it registers that run alone, or touch something on threads of their own;
  *   none if nobody asked for them
  */
private[inference] final class KeptSummary(
    val handler: String,
    val seen: List[KeptSummary.Seen],
    val own: SymbolicSummary,
    val registered: Option[List[SymbolicSummary]]
):
  /** The summary with the guards of this handler object; none if it does not hold for it. */
  def on(handler: AnyRef, context: AnalysisContext): Option[SymbolicSummary] =
    // loops: each start runs this once, and each function would be a class that the JVM has to make
    val walk = KeptSummary.Walk(handler, context)
    val guards = Map.newBuilder[AccessPath, Set[Class[?]]]
    var left = seen
    var holds = true
    while holds && left.nonEmpty do
      val s = left.head
      val objects = walk.at(s.path)
      if s.isGuard then guards += s.path -> walk.classes(objects): Unit
      holds = s.isComplete == walk.isComplete(s.path) && walk.names(objects) == s.classes
      left = left.tail
    if !holds then None
    else
      val s = own
      Some(SymbolicSummary(s.effects, s.detached, guards.result(), s.pending, s.notes, s.registers))
end KeptSummary

private[inference] object KeptSummary:
  /** The classes of the objects at a path.
    *
    * @param isComplete
    *   every object on the way has one there: a lazy value is not there before it is initialised
    */
  final case class Seen(path: AccessPath, classes: Set[String], isComplete: Boolean, isGuard: Boolean)

  /** None if some of what the analysis saw has no name that another process would know, or is no part of the
    * program.
    */
  def of(
      handler: AnyRef,
      own: SymbolicSummary,
      from: Analysis,
      registered: Option[Analysis]
  ): Option[KeptSummary] =
    val context = from.context
    val walk = Walk(handler, context)
    val looked = from.snapshot.looked ++ registered.fold(Map.empty)(_.snapshot.looked)
    val seen = looked.toList.filterNot((p, _) => p.isModule).map: (path, objects) =>
      Option(walk.names(objects)).map(Seen(path, _, walk.isComplete(path), own.guards.contains(path)))
    val later = registered.map(_.ofRegistered.map(_(1)).filter(isSpokenOf))
    val all = own :: later.getOrElse(Nil)
    val classes = handler.getClass :: looked.valuesIterator.flatten.map(_.getClass).toList
    for
      name <- LastingName.of(handler, context.repository)
      if context.repository.elsewhere.isEmpty && classes.distinct.forall(context.repository.isFromFile)
      if seen.forall(_.isDefined) && all.forall(s =>
        (s.effects ++ s.detached).forall((e, _) => isLasting(e.place))
      )
    yield KeptSummary(name, seen.flatten, own, later)
  end of

  /** The start of a server says something about it. */
  private def isSpokenOf(s: SymbolicSummary) =
    s.detached.nonEmpty || s.effects.exists((e, _) => e.place == Location.Everything)

  private def isLasting(place: Location): Boolean = place match
    case Location.AnyOf(cls) => LastingName.isLasting(cls)
    case Location.StaticField(owner, _) => LastingName.isLasting(owner)
    // paths and keys go through fields and methods of classes that code names
    case Location.At(_, _) | Location.Entry(_, _, _) | Location.Everything => true

  /** Follows paths from one handler object, each step once. */
  private final class Walk(handler: AnyRef, context: AnalysisContext):
    private val known = java.util.HashMap[AccessPath, List[AnyRef]]()

    def at(path: AccessPath): List[AnyRef] =
      val before = known.get(path)
      if before != null then before
      else
        val found = path.steps match
          case Nil => context.objects.at(handler, path)
          case step :: rest => follow(at(AccessPath(path.root, rest)), step)
        known.put(path, found): Unit
        found

    private def follow(objects: List[AnyRef], step: AccessPath.Step): List[AnyRef] = objects match
      case List(one) => context.objects.follow(one, step)
      case several => several.flatMap(context.objects.follow(_, step))

    /** The stable names of their classes; null if one has none. */
    def names(objects: List[AnyRef]): Set[String] | Null =
      var all: Set[String] | Null = Set.empty
      var left = objects
      while all != null && left.nonEmpty do
        all = LastingName.of(left.head, context.repository) match
          case Some(name) => all + name
          case None => null
        left = left.tail
      all

    def classes(objects: List[AnyRef]): Set[Class[?]] =
      var all = Set.empty[Class[?]]
      var left = objects
      while left.nonEmpty do
        all += left.head.getClass
        left = left.tail
      all

    def isComplete(path: AccessPath): Boolean = path.steps match
      case AccessPath.Step.Field(owner, name, _) :: before if path.endsInLazyValue =>
        val declaring = context.repository.field(owner, name).getDeclaringClass
        at(path).sizeIs == at(AccessPath(path.root, before)).count(declaring.isInstance(_))
      case _ => true
  end Walk
end KeptSummary
