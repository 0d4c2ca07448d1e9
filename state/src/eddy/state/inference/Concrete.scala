package eddy.state.inference

import scala.collection.mutable

/** The objects that exist when a callback is analysed: concrete objects beat symbols. A summary that was made by looking
  * at objects holds for other callback objects of the class only if they look the same; [[guards]] remembers which paths
  * from the callback were looked at, and of which classes the objects there were.
  */
private[inference] final class Concrete(callback: AnyRef, world: World, findings: Findings):
  private val known = mutable.HashMap[Path, List[AnyRef]]()
  private val seen = mutable.LinkedHashMap[Path, Set[Class[?]]]()

  def guards: Map[Path, Set[Class[?]]] = seen.toMap

  /** The objects at a stable path, without nulls. */
  def objects(path: Path): List[AnyRef] = known.getOrElseUpdate(
    path, {
      val found = world.objects.at(callback, path)
      if path.fromCallback && path.steps.nonEmpty then remember(path, found)
      found
    }
  )

  private def remember(path: Path, found: List[AnyRef]): Unit = seen(path) = found.map(_.getClass).toSet

  /** What is not initialised yet: the summary holds until something else is there. */
  def notYet(path: Path): Unit =
    findings.pending()
    remember(path, objects(path))

  /** Objects at the path that can change. */
  def changeable(path: Path): List[AnyRef] = objects(path).filterNot(isImmutable)

  def classes(path: Path): List[Class[?]] = objects(path).map(_.getClass).distinct

  def isImmutable(o: AnyRef): Boolean = world.library.isImmutable(Descriptors.internalName(o.getClass))

  /** What a variable holds that is read along the path. */
  def value(path: Path, declared: String): Value =
    if world.types.isImmutable(declared) then Value.none.known(Keys.at(path))
    else if !path.isStable then Value.of(Atom.Existing(path, declared))
    else if changeable(path).nonEmpty then
      val classes = changeable(path).map(o => Descriptors.internalName(o.getClass)).distinct
      if classes.forall(world.declaredEffects.isConfined) then Value.of(classes.map(Atom.Confined(_)).toSet)
      else Value.of(Atom.Existing(path, declared))
    else if objects(path).nonEmpty || mayStayEmpty(path) then Value.none.known(Keys.at(path))
    else
      // a final field that is still null: whoever registers the callback is still being constructed
      notYet(path)
      world.types.unknown(declared)

  /** An empty container, and a captured null, stay as they are. */
  private def mayStayEmpty(path: Path) = path.steps.headOption.exists:
    case Path.Step.Contents | Path.Step.Helpers | Path.Step.Captured(_) => true
    case Path.Step.Field(_, _, _) => world.objects.at(callback, Path(path.root, path.steps.tail)).isEmpty
end Concrete
