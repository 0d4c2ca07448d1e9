package eddy.inference.internal.context

import eddy.inference.internal.bytecode.{Descriptors, Names}
import eddy.inference.internal.heap.{AbstractObject, AbstractValue, AccessPath, ClosureCode, Key, Objects}

import scala.collection.mutable

/** The objects that exist when a handler is analysed: concrete objects beat symbols. A summary that was made
  * by looking at objects holds for other handler objects of the class only if they look the same; [[guards]]
  * remembers which paths from the handler were looked at, and of which classes the objects there were.
  */
private[inference] final class HeapSnapshot(handler: AnyRef, context: AnalysisContext, effects: Effects):
  private val known = mutable.HashMap[AccessPath, Found]()
  private val seen = mutable.LinkedHashMap[AccessPath, Set[Class[?]]]()

  /** The objects at a path. */
  private final class Found(val objects: List[AnyRef]):
    val changeable: List[AnyRef] = objects.filterNot(isImmutable)
    val classes: List[Class[?]] = objects.map(_.getClass).distinct
    lazy val beneath: List[Class[?]] = objects.map(Objects.beneath(_).getClass).distinct
    lazy val byClass: List[(Class[?], List[AnyRef])] =
      changeable.groupBy(_.getClass).toList.sortBy(_(0).getName)
    lazy val names: List[String] = changeable.map(o => Descriptors.internalName(o.getClass)).distinct

    /** Of a class of the application's that another loader has loaded: a class of that name may be known
      * here.
      */
    lazy val foreign: Option[Class[?]] = changeable.map(_.getClass).find: c =>
      !c.isArray && !context.repository.isHome(c) &&
        (ClosureCode.isClosure(c) || context.library.isUser(Descriptors.internalName(c)))
    lazy val isConfined: Boolean = names.forall(context.declaredEffects.isConfined)

  def guards: Map[AccessPath, Set[Class[?]]] = seen.toMap

  /** All paths whose objects the analysis depends on, with the objects. */
  def looked: Map[AccessPath, List[AnyRef]] = known.view.mapValues(_.objects).toMap

  private def at(path: AccessPath): Found = known.getOrElseUpdate(
    path, {
      val found = context.objects.at(handler, path)
      if path.fromHandler && path.steps.nonEmpty then remember(path, found)
      Found(found)
    }
  )

  /** The objects at a stable path, without nulls. */
  def objects(path: AccessPath): List[AnyRef] = at(path).objects

  private def remember(path: AccessPath, found: List[AnyRef]): Unit = seen(path) = found.map(_.getClass).toSet

  /** An object that is not initialised yet: the summary holds until another one is found. */
  def notYet(path: AccessPath): Unit =
    effects.pending()
    remember(path, objects(path))

  /** Objects at the path that can change. */
  def changeable(path: AccessPath): List[AnyRef] = at(path).changeable

  /** The same by their classes. */
  def byClass(path: AccessPath): List[(Class[?], List[AnyRef])] =
    refuseForeign(path)
    at(path).byClass

  /** The names of their classes. */
  def names(path: AccessPath): List[String] =
    refuseForeign(path)
    at(path).names

  /** The code of their classes cannot be found by name. */
  private def refuseForeign(path: AccessPath): Unit = for c <- at(path).foreign do
    effects.everything(
      s"${Names.ofClass(Descriptors.internalName(c))} of another class loader is used, whose code is not known"
    )

  def classes(path: AccessPath): List[Class[?]] = at(path).classes

  /** The classes of what the objects only stand for. */
  def beneath(path: AccessPath): List[Class[?]] =
    val found = at(path)
    // these are among their helpers, and others may be there in other handler objects
    if found.beneath != found.classes then at(path / AccessPath.Step.Helpers): Unit
    found.beneath

  def isImmutable(o: AnyRef): Boolean = context.library.isImmutable(Descriptors.internalName(o.getClass))

  /** What a variable holds that is read along the path. */
  def value(path: AccessPath, declared: String): AbstractValue =
    if context.types.isImmutable(declared) then AbstractValue.none.known(Key.at(path))
    else if !path.isStable then AbstractValue.of(AbstractObject.Existing(path, declared))
    else if changeable(path).nonEmpty then
      val found = at(path)
      if found.isConfined then
        AbstractValue.of(found.names.map(AbstractObject.Confined(_)).toSet).known(Key.at(path))
      else AbstractValue.of(AbstractObject.Existing(path, declared)).known(Key.at(path))
    else if objects(path).nonEmpty || mayStayEmpty(path) then AbstractValue.none.known(Key.at(path))
    else
      // a final field that is still null: the object that registers the handler is still being constructed
      notYet(path)
      context.types.unknown(declared)

  /** An empty container, and a captured null, stay as they are. */
  private def mayStayEmpty(path: AccessPath) = path.steps.headOption.exists:
    case AccessPath.Step.Field(_, _, _) =>
      context.objects.at(handler, AccessPath(path.root, path.steps.tail)).isEmpty
    case _ => true
end HeapSnapshot
