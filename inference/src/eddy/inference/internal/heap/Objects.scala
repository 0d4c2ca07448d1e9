package eddy.inference.internal.heap

import eddy.inference.internal.Limits
import eddy.inference.internal.bytecode.{Conventions, Descriptors}
import eddy.inference.internal.classpath.ClassRepository
import eddy.inference.internal.library.LibraryModel

import java.lang.reflect.Modifier
import scala.jdk.CollectionConverters.*
import scala.runtime.LazyRef

/** Follows paths through the objects that exist. Initialises classes whose static fields it reads. Any
  * thread.
  */
private[inference] final class Objects(repository: ClassRepository):

  /** All objects at the path, without nulls. */
  def at(handler: AnyRef, path: AccessPath): List[AnyRef] =
    val start = path.root match
      case AccessPath.Root.Handler => List(handler)
      case AccessPath.Root.Static(owner, field, _) => Option(repository.field(owner, field).get(null)).toList
    path.steps.foldRight(start)((step, objects) => objects.flatMap(follow(_, step)))

  /** Where one step of a path leads. */
  def follow(o: AnyRef, step: AccessPath.Step): List[AnyRef] = step match
    // of several objects at a path some may be of another class
    case AccessPath.Step.Captured(i) =>
      if !ClosureCode.isClosure(o.getClass) then Nil
      else
        val code = ClosureCode.of(o, repository)
        if i >= code.capturedCount then Nil else Option(code.captured(o, i)).toList
    case AccessPath.Step.Field(owner, name, _) =>
      val field = repository.field(owner, name)
      if field.getDeclaringClass.isInstance(o) then Option(field.get(o)).toList else Nil
    case AccessPath.Step.Contents => contents(o)
    case AccessPath.Step.Helpers => Objects.helpers(o)
    case AccessPath.Step.Held => Objects.held(o)
    case AccessPath.Step.Collections =>
      if Objects.isBehaviour(o) then Objects.helpers(o).filterNot(Objects.isBehaviour) else Nil

  /** Its elements, without nulls. */
  def contents(o: AnyRef): List[AnyRef] =
    Objects.contents(o).getOrElse(if isLibrary(o) then List(Objects.Opaque) else Nil)

  /** Whose elements library code could take out. */
  private def isLibrary(o: AnyRef) =
    LibraryModel.standard.isLibrary(Descriptors.internalName(o.getClass)) &&
      !LibraryModel.standard.isImmutable(o.getClass) && !ClosureCode.isClosure(o.getClass)
end Objects

private[inference] object Objects:
  /** Stands for what a container holds that cannot be looked into: no guard lets it pass. */
  object Opaque

  /** It always holds the objects that it holds now. Not all of which that is true. */
  def isFixed(o: AnyRef): Boolean = o match
    case _: List[?] | _: Vector[?] | _: Option[?] => true
    case _ => false

  /** What an immutable container holds, without nulls; none if the object is not one, or holds too much. */
  def contents(o: AnyRef): Option[List[AnyRef]] =
    val held: Option[Iterator[Any]] = o match
      case l: LazyRef[?] => Option.when(l.initialized)(Iterator(l.value))
      case o: java.util.Optional[?] => Some(if o.isPresent then Iterator(o.get) else Iterator.empty)
      case m: scala.collection.immutable.Map[?, ?] if isOf(m, "scala.collection.immutable.") =>
        Option.when(m.sizeIs <= Limits.Elements / 2)(m.iterator.flatMap((k, v) => Iterator(k, v)))
      case i: scala.collection.immutable.Iterable[?]
          if isOf(i, "scala.collection.immutable.") && i.knownSize >= 0 || i.isInstanceOf[List[?]] =>
        Option.when(i.sizeIs <= Limits.Elements)(i.iterator)
      case p: Product if isOf(p, "scala.") && !p.isInstanceOf[scala.collection.Iterable[?]] =>
        Some(p.productIterator)
      case c: java.util.Collection[?] if isOf(c, "java.util.ImmutableCollections") =>
        Option.when(c.size <= Limits.Elements)(c.iterator.asScala)
      case m: java.util.Map[?, ?] if isOf(m, "java.util.ImmutableCollections") =>
        Option.when(m.size <= Limits.Elements / 2)(m.entrySet.iterator.asScala.flatMap(e =>
          Iterator(e.getKey, e.getValue)
        ))
      case _ => None
    held.map(_.collect { case r: AnyRef => r }.toList)

  private def isOf(o: AnyRef, prefix: String) = o.getClass.getName.startsWith(prefix)

  /** What the object only stands for: a change of it changes that, which others may also use directly. */
  def beneath(o: AnyRef): AnyRef = o match
    case m: scala.collection.mutable.Map.WithDefault[?, ?] => beneath(m.underlying)
    case b: scala.collection.mutable.StringBuilder => b.underlying
    case s: scala.collection.immutable.ArraySeq[?] => s.unsafeArray.asInstanceOf[AnyRef]
    case s: scala.collection.immutable.BitSet if isOfArray(s) => wordsOf(s)
    case w: java.io.StringWriter if w.getClass == classOf[java.io.StringWriter] => w.getBuffer
    case _ => o

  /** The object that it stands for cannot be changed through it. */
  def onlyReads(o: AnyRef): Boolean = o match
    case _: scala.collection.immutable.ArraySeq[?] => true
    case s: scala.collection.immutable.BitSet => isOfArray(s)
    case _ => false

  private def isOfArray(s: AnyRef) = s.getClass.getName == "scala.collection.immutable.BitSet$BitSetN"
  private def wordsOf(s: AnyRef): AnyRef = s.getClass.getMethod("elems").nn.invoke(s).nn

  /** The code of others that a library object calls: the ordering of a sorted collection, the default of a
    * map, what a combined function or an ordering was made of, what a wrapper is around.
    */
  def helpers(o: AnyRef): List[AnyRef] = o match
    case m: scala.collection.mutable.Map.WithDefault[?, ?] => List(m.underlying, m.defaultValue)
    case m: scala.collection.immutable.Map.WithDefault[?, ?] => List(m.underlying, m.defaultValue)
    // its default is nowhere to be had
    case m: scala.collection.mutable.LongMap[?] => functions(m)
    case _ if o.getClass.getName == "scala.collection.mutable.AnyRefMap" => functions(o)
    case _ if o.getClass.getName.startsWith(Conventions.JavaWrappers) => fields(o.getClass, o)
    case _ if isHolder(o) => Nil
    case _ => ordering(o)

  /** The application's objects that an object holds which [[isHolder may call them]]. */
  def held(o: AnyRef): List[AnyRef] = if isHolder(o) then HeldObjects.of(o) else Nil

  /** A third party's object, or one of Scala's that is neither a collection nor a function: whatever
    * functions it keeps it may call when it is used.
    */
  def isHolder(o: AnyRef): Boolean =
    LibraryModel.standard.isThirdParty(o.getClass) ||
      isOf(o, "scala.") && !o.isInstanceOf[scala.collection.IterableOnce[?]] && contents(o).isEmpty &&
      // a promise is a function, too
      (!isBehaviour(o) || LibraryModel.standard.isResident(Descriptors.internalName(o.getClass)))

  private def functions(o: AnyRef) = fields(o.getClass, o).filter(f => (f eq Opaque) || isBehaviour(f))

  /** A sorted collection, whose comparator can be asked for. */
  def isSorted(o: AnyRef): Boolean = o match
    case _: java.util.SortedMap[?, ?] | _: java.util.SortedSet[?] | _: java.util.PriorityQueue[?] => true
    case _: java.util.concurrent.PriorityBlockingQueue[?] => true
    case _: scala.collection.SortedMap[?, ?] | _: scala.collection.SortedSet[?] => true
    case _ => o.isInstanceOf[scala.collection.mutable.PriorityQueue[?]]

  private def ordering(o: AnyRef): List[AnyRef] =
    val found: Any = o match
      case m: java.util.SortedMap[?, ?] => m.comparator
      case s: java.util.SortedSet[?] => s.comparator
      case q: java.util.PriorityQueue[?] => q.comparator
      case q: java.util.concurrent.PriorityBlockingQueue[?] => q.comparator
      case m: scala.collection.SortedMap[?, ?] => m.ordering
      case s: scala.collection.SortedSet[?] => s.ordering
      case q: scala.collection.mutable.PriorityQueue[?] => q.ord
      case _ => null
    found match
      case helper: AnyRef => List(helper)
      // made the other way round again, it is what it was made of
      case _ if o.getClass.getName == Conventions.ReversedOrder =>
        List(java.util.Collections.reverseOrder(o.asInstanceOf[java.util.Comparator[?]]))
      case _ => if isBehaviour(o) then fields(o.getClass, o) else Nil

  /** A function, ordering or the like, and no collection. */
  def isBehaviour(o: AnyRef): Boolean = o match
    case _: scala.collection.IterableOnce[?] | _: java.util.Collection[?] | _: java.util.Map[?, ?] => false
    case _: java.util.Comparator[?] | _: Runnable | _: java.util.concurrent.Callable[?] => true
    case other => isFunction(other.getClass)

  private def isFunction(c: Class[?]): Boolean =
    LibraryModel.standard.isFunction(Descriptors.internalName(c)) ||
      (Option(c.getSuperclass).toList ++ c.getInterfaces).exists(isFunction)

  private def fields(c: Class[?], o: AnyRef): List[AnyRef] =
    val own =
      c.getDeclaredFields.toList.filterNot(f => Modifier.isStatic(f.getModifiers) || f.getType.isPrimitive)
    val values = own.flatMap: f =>
      if f.trySetAccessible() then Option(f.get(o)).toList else List(Opaque)
    values ++ Option(c.getSuperclass).filter(_ != classOf[Enum[?]]).toList.flatMap(fields(_, o))
end Objects
