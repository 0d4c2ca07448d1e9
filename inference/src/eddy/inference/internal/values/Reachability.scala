package eddy.inference.internal.values

import eddy.inference.internal.Limits
import eddy.inference.internal.bytecode.{Conventions, Descriptors}
import eddy.inference.internal.context.AnalysisState
import eddy.inference.internal.heap.{AbstractObject, AbstractValue, AccessPath, ClosureCode, Objects}
import eddy.state.AccessKind

import scala.collection.mutable

/** What library code can take out of its arguments: elements of containers, fields of objects, and those of
  * these.
  */
private[inference] final class Reachability(
    state: AnalysisState,
    fields: FieldAccesses,
    lazyValues: LazyValues
):
  import state.context.{implementations, library, repository}
  import state.{heap, snapshot, types}

  // what the objects at a path hold does not change while they are looked at
  private val atPaths = mutable.HashMap[AccessPath, Set[AbstractObject]]()

  def from(values: Vector[AbstractValue]): Set[AbstractObject] = from(values, opens = _ => true)

  /** The same, where the code takes nothing out of objects of third parties, but for those that it `opens`.
    */
  def from(values: Vector[AbstractValue], opens: AbstractObject => Boolean): Set[AbstractObject] =
    var seen = Set.empty[AbstractObject]
    values.foreach(v => if !v.isEmpty then seen = seen ++ v.objects)
    var last = seen
    var depth = 0
    while last.nonEmpty && depth < Limits.Containers do
      val next = last.flatMap(a => if opens(a) then inside(a) else shown(a)) -- seen
      seen = seen ++ next
      last = next
      // the number of objects that the handler has made is bounded
      if last.exists(exists) then depth += 1
    if last.isEmpty then seen else seen + AbstractValue.anything

  /** Elements of containers that existed before, without what these hold. */
  def elements(containers: AbstractValue): AbstractValue =
    AbstractValue.of(containers.objects.flatMap(inside))

  /** The same for code that knows them as collections only. */
  def iterated(containers: AbstractValue): AbstractValue = AbstractValue.of(containers.objects.flatMap:
    case a @ AbstractObject.Made(c, _) if library.isForeign(c) =>
      if types.holdsItsLike(c) then shown(a) + a else if types.isOpened(c) then inside(a) else Set.empty
    case a => inside(a))

  def exists(a: AbstractObject) = a match
    case AbstractObject.Existing(_, _) => true
    case _ => false

  private def inside(a: AbstractObject): Set[AbstractObject] = a match
    case AbstractObject.Existing(p, _) if p.isStable => atPaths.getOrElseUpdate(p, inside(p))
    case AbstractObject.Existing(_, _) | AbstractObject.Part(_, _) => Reachability.anything
    case AbstractObject.Made(c, site) if holds(c) => heap.elements(site).objects
    case AbstractObject.Unknown(c) if library.isLibrary(c) => Reachability.anything
    case AbstractObject.Confined(c) if library.isContainer(c) => Reachability.anything
    case _ => Set.empty

  // a class of the application's may extend a collection
  private def holds(c: String): Boolean = library.isLibrary(c) ||
    repository.runtime(c).map(types.libraryClass).exists(above =>
      library.isMutable(above) || library.isShareable(above)
    )

  /** The objects that code of the JDK and of Scala takes out of one: out of a third party's object, whose
    * class it does not know, the elements of an iteration.
    */
  private def shown(a: AbstractObject): Set[AbstractObject] = a match
    case AbstractObject.Made(c, _) if library.isForeign(c) && !types.isOpened(c) => Set.empty
    case AbstractObject.Made(c, site) if library.isForeign(c) && types.holdsItsLike(c) =>
      val elements = heap.elements(site)
      if elements.isFull then elements.objects
      else types.narrow(elements.only(_ != AbstractValue.anything), types.elementOf(c), snapshot).objects
    case _ => inside(a)

  private def inside(p: AccessPath): Set[AbstractObject] =
    val (closed, open) = snapshot.changeable(p).partition(isClosed)
    if open.exists(lazyValues.isOpen) then snapshot.notYet(p / AccessPath.Step.Contents)
    if open.isEmpty && closed.nonEmpty then Set.empty
    else if open.nonEmpty && open.forall(o => Objects.contents(o).isDefined) then
      snapshot.value(p / AccessPath.Step.Contents, Descriptors.AnyObject).objects
    else Reachability.anything

  /** Library code cannot take anything out of it, but by calling it. */
  private def isClosed(o: AnyRef): Boolean =
    ClosureCode.isClosure(o.getClass) || Conventions.empty(types.libraryClass(o.getClass))

  /** A library may read all fields of the application's objects among these by reflection, and the fields
    * of the objects that these refer to.
    *
    * @param mode whether it may also assign variables
    * @param inClosures whether it also reads what closures captured
    * @return all these objects, and what they refer to
    */
  def touchFields(
      objects: Set[AbstractObject],
      mode: AccessKind,
      inClosures: Boolean = false
  ): Set[AbstractObject] =
    val seen = mutable.HashSet.from(objects)
    var open = objects
    var depth = 0
    while open.nonEmpty do
      val referred = open.flatMap: a =>
        (if inClosures then captured(a) else Set.empty) ++
          classesOf(a).flatMap(c => ofFields(a, c, mode))
      depth += 1
      // further away only their classes count, which are not so many
      val near = if depth <= Limits.Fields then referred else referred.flatMap(byClass)
      open = near.filter(seen.add)
    seen.toSet

  /** Library code reads the fields of the application's objects among these, and nothing behind them. */
  def readFields(objects: Set[AbstractObject]): Unit =
    for a <- objects; c <- classesOf(a) do ofFields(a, c, AccessKind.Reads): Unit

  private def ofFields(a: AbstractObject, c: String, mode: AccessKind): Set[AbstractObject] =
    val self = AbstractValue.of(a)
    val referred =
      for
        owner <- repository.superClasses(c) if library.isUser(owner)
        info <- repository.info(owner).toList
        (name, descriptor) <- info.fields if !repository.isStaticField(owner, name)
      yield
        if mode == AccessKind.Writes && !repository.isStable(owner, name) && !fields.isLazy(name) then
          fields.put(Conventions.reflection, self, owner, name, AbstractValue.none)
        fields.get(self, owner, name, descriptor)
    from(referred.toVector.filterNot(_.isEmpty))

  private def captured(a: AbstractObject): Set[AbstractObject] = a match
    case AbstractObject.Closure(_, _, values) => from(values)
    case AbstractObject.Existing(p, _) if p.isStable =>
      val closures = snapshot.objects(p).filter(o => ClosureCode.isClosure(o.getClass))
      val count = closures.map(_.getClass.getDeclaredFields.length).maxOption.getOrElse(0)
      from(Vector.tabulate(count)(i =>
        snapshot.value(p / AccessPath.Step.Captured(i), Descriptors.AnyObject)
      ))
    case _ => Set.empty

  private def byClass(a: AbstractObject): List[AbstractObject] = a match
    case AbstractObject.Existing(p, _) if p.isStable => snapshot.names(p).map(types.unknownObject)
    case AbstractObject.Existing(_, declared) => List(types.unknownObject(declared))
    case other => List(other)

  /** Of the application, as far as they are known. */
  def classesOf(a: AbstractObject): List[String] = a match
    case AbstractObject.Existing(p, _) if p.isStable => snapshot.names(p).filter(isOwn)
    case AbstractObject.Existing(_, declared) => ofType(declared)
    case AbstractObject.Made(c, _) => List(c).filter(isOwn)
    case AbstractObject.Unknown(t) => ofType(t)
    case _ => Nil

  private def ofType(t: String): List[String] =
    if !library.isUser(t) then Nil
    else
      val found = implementations.classes(t)
      if found.sizeIs > Limits.Implementations then List(t) else found

  private def isOwn(c: String) = library.isUser(c) && !c.contains("$$Lambda")
end Reachability

private[inference] object Reachability:

  private val anything = Set(AbstractValue.anything)
