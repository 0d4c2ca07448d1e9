package eddy.state.inference

import scala.jdk.CollectionConverters.*
import scala.runtime.LazyRef

/** Follows paths through the objects that exist. Initialises classes whose static fields it reads. Any thread. */
private[inference] final class Objects(repository: ClassRepository):

  /** All objects at the path, without nulls. */
  def at(callback: AnyRef, path: Path): List[AnyRef] =
    val start = path.root match
      case Path.Root.Callback => List(callback)
      case Path.Root.Static(owner, field, _) => Option(repository.field(owner, field).get(null)).toList
    path.steps.foldRight(start)((step, objects) => objects.flatMap(follow(_, step)))

  private def follow(o: AnyRef, step: Path.Step): List[AnyRef] = step match
    case Path.Step.Captured(i) => ClosureCode.of(o, repository).captured(o, i) match
        case null => Nil
        case v: AnyRef => List(v)
    // of several objects at a path some may be of another class
    case Path.Step.Field(owner, name, _) =>
      val field = repository.field(owner, name)
      if field.getDeclaringClass.isInstance(o) then Option(field.get(o)).toList else Nil
    case Path.Step.Contents => Objects.contents(o).getOrElse(List(Objects.Opaque))
    case Path.Step.Helpers => Objects.helpers(o)

private[inference] object Objects:
  /** Stands for what a container holds that cannot be looked into: no guard lets it pass. */
  private object Opaque

  /** A container with more is taken as unknown: each element may need a lock. */
  private val MaxElements = 64

  /** What an immutable container holds, without nulls; none if the object is not one, or holds too much. */
  def contents(o: AnyRef): Option[List[AnyRef]] =
    val held: Option[Iterator[Any]] = o match
      case l: LazyRef[?] => Option.when(l.initialized)(Iterator(l.value))
      case o: java.util.Optional[?] => Some(if o.isPresent then Iterator(o.get) else Iterator.empty)
      case m: scala.collection.immutable.Map[?, ?] if isOf(m, "scala.collection.immutable.") =>
        Option.when(m.sizeIs <= MaxElements / 2)(m.iterator.flatMap((k, v) => Iterator(k, v)))
      case i: scala.collection.immutable.Iterable[?] if isOf(i, "scala.collection.immutable.") && i.knownSize >= 0 || i.isInstanceOf[List[?]] =>
        Option.when(i.sizeIs <= MaxElements)(i.iterator)
      case p: Product if isOf(p, "scala.") && !p.isInstanceOf[scala.collection.Iterable[?]] => Some(p.productIterator)
      case c: java.util.Collection[?] if isOf(c, "java.util.ImmutableCollections") =>
        Option.when(c.size <= MaxElements)(c.iterator.asScala)
      case m: java.util.Map[?, ?] if isOf(m, "java.util.ImmutableCollections") =>
        Option.when(m.size <= MaxElements / 2)(m.entrySet.iterator.asScala.flatMap(e => Iterator(e.getKey, e.getValue)))
      case _ => None
    held.map(_.collect { case r: AnyRef => r }.toList)

  private def isOf(o: AnyRef, prefix: String) = o.getClass.getName.startsWith(prefix)

  /** The code of others that a sorted collection calls. */
  def helpers(o: AnyRef): List[AnyRef] =
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
      case _ => Nil
end Objects
