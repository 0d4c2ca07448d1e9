package eddy.inference.internal.plan

import eddy.inference.internal.bytecode.{Conventions, Descriptors}
import eddy.inference.internal.context.{AnalysisContext, Effect, Location}
import eddy.inference.internal.heap.{AccessPath, Key, Objects}
import eddy.inference.internal.library.LibraryModel
import eddy.state.{AccessKind, LockSet, SharedObject, Target}

import java.util.TreeSet
import java.util.concurrent.ThreadLocalRandom
import scala.collection.mutable

/** Makes the lock sets of the handler objects that a summary holds for. They follow from what is read along
  * its paths, and from
  * nothing else, so that a handler object which reaches what another one reached has that one's set. Any
  * thread.
  *
  * @param sample
  *   one of these handler objects
  */
private[inference] final class LockSetBuilder(
    effects: List[Effect],
    sample: AnyRef,
    context: AnalysisContext
):
  import LockSetBuilder.*

  private final class Reading(path: AccessPath, key: Key | Null, mode: AccessKind):
    private val place = PlaceReader(path, sample, context)
    private val keys = if key == null then null else KeyReader(key, sample, context)

    def at(handler: AnyRef): AnyRef | Null = place.read(handler)
    def keyOf(handler: AnyRef, argument: AnyRef | Null): AnyRef | Null =
      if keys == null then null else keys.read(handler, argument)

    def claim(there: AnyRef | Null, key: AnyRef | Null, into: mutable.Growable[LockSet.Claim]): Unit =
      // a variable on the way has changed to what the analysis has not seen
      if key eq KeyReader.Absent then ()
      else if there eq PathReader.Elsewhere then
        into += LockSet.Claim(Target.Everything, AccessKind.Writes): Unit
      else if !place.isSingle then place.objects(there).foreach(claimOne(_, key, into))
      else if there != null then claimOne(there, key, into)

    private def claimOne(o: AnyRef, key: AnyRef | Null, into: mutable.Growable[LockSet.Claim]): Unit =
      if !isImmutable(o) then
        val whole = target(o)
        val part = whole match
          case Target.Shared(map) if key != null => Target.Entry(map, key)
          case _ => whole
        into += LockSet.Claim(part, mode): Unit
  end Reading

  /** What a handler object reached, in the order of the readings, and what to lock for that. */
  private final class Reached(val objects: Array[AnyRef | Null], val keys: Array[AnyRef | Null]):
    val claims: Vector[LockSet.Claim] =
      val all = Vector.newBuilder[LockSet.Claim]
      all ++= constant
      for i <- readings.indices do readings(i).claim(objects(i), keys(i), all)
      all.result()

    lazy val set: LockSet = LockSet.of(claims)
  end Reached

  private val (varying, fixed) = effects.partition:
    case Effect(Location.At(p, _), _) => p.fromHandler || !p.isStable
    case Effect(Location.Entry(_, _, _), _) => true
    case _ => false
  private val constant: Vector[LockSet.Claim] =
    fixed.flatMap(e => targets(e.place, sample, sample, context).map(LockSet.Claim(_, e.mode))).toVector
  private val readings: Array[Reading] = varying.collect[((AccessPath, Key | Null), AccessKind)] {
    case Effect(Location.At(p, _), mode) => ((p, null), mode)
    case Effect(Location.Entry(p, _, key), mode) => ((p, key), mode)
  }.groupMapReduce(_(0))(_(1))(_.join(_)).map { case ((p, key), mode) => Reading(p, key, mode) }.toArray
  private val readsVariables = varying.exists:
    case Effect(Location.At(p, _), _) => !p.isStable
    case Effect(Location.Entry(p, _, _), _) => !p.isStable
    case _ => false

  // by a handler object not long ago; what that one reached stays in memory as long, one for each recipe
  @volatile private var kept: Reached | Null = null

  /** The locks that this handler object needs.
    *
    * @param argument
    *   the first that it will get; null if that is not known
    */
  def lockSet(handler: AnyRef, argument: AnyRef | Null): LockSet =
    val before = kept
    val now = reach(handler, argument, before)
    // where each handler object reaches something else, all cores would write here all the time
    if (now ne before) && (before == null || ThreadLocalRandom.current.nextInt(Patience) == 0) then kept = now
    if !readsVariables then now.set
    else
      // asks for this handler object, also where the set was made for another one
      now.set.fresh().renewedBy(() => reach(handler, argument, now).claims)

  /** What the handler object reaches; `before` itself if that is the same. Reads each path and key once. */
  private def reach(handler: AnyRef, argument: AnyRef | Null, before: Reached | Null): Reached =
    var there: AnyRef | Null = null
    var key: AnyRef | Null = null
    var read = -1
    var i = 0
    var isSame = before != null
    while isSame && i < readings.length do
      there = readings(i).at(handler)
      key = readings(i).keyOf(handler, argument)
      read = i
      isSame = PlaceReader.isSame(before.nn.objects(i), there) && before.nn.keys(i) == key
      if isSame then i += 1
    if isSame then before.nn
    else
      val objects, keys = new Array[AnyRef | Null](readings.length)
      if before != null then
        System.arraycopy(before.objects, 0, objects, 0, i)
        System.arraycopy(before.keys, 0, keys, 0, i)
      while i < readings.length do
        val known = i == read
        objects(i) = if known then there else readings(i).at(handler)
        keys(i) = if known then key else readings(i).keyOf(handler, argument)
        i += 1
      Reached(objects, keys)
  end reach
end LockSetBuilder

private[inference] object LockSetBuilder:
  /** Of so many handler objects that reach something else than what is kept, one takes its place, on
    * average.
    */
  private final val Patience = 16

  /** What the place is for this handler object, as far as that is known without its argument. */
  def targets(place: Location, handler: AnyRef, sample: AnyRef, context: AnalysisContext): List[Target] =
    place match
      case Location.At(p, _) => context.objects.at(handler, p).filterNot(isImmutable).map(target)
      case Location.Entry(p, family, key) =>
        val value = KeyReader(key, sample, context).read(handler, null)
        if value eq KeyReader.Absent then Nil
        else
          targets(Location.At(p, family), handler, sample, context).map:
            case Target.Shared(map) => Target.Entry(map, if value == null then key else value)
            case other => other
      case Location.StaticField(owner, name) =>
        List(context.repository.runtime(owner).fold(Target.Everything)(Target.Static(_, name)))
      case Location.AnyOf(c) => List(context.repository.runtime(c).fold(Target.Everything)(Target.OfType(_)))
      case Location.Everything => List(Target.Everything)

  private def target(o: AnyRef): Target = o match
    case s: SharedObject => Target.Shared(s)
    // a part of another, or the whole: that its class does not tell
    case s: TreeSet[?]
        if s.getClass == classOf[
          TreeSet[?]
        ] && s.spliterator.getClass.getName != Conventions.KeysOfWholeTree =>
      Target.OfType(s.getClass)
    case _ =>
      val it = Objects.beneath(o)
      wrappers.get(it.getClass).fold(Target.Fields(it))(Target.OfType(_))

  private def isImmutable(o: AnyRef): Boolean = immutables.get(o.getClass)

  // the class itself or the nearest one above
  private val wrappers = new ClassValue[Option[Class[?]]]:
    override def computeValue(c: Class[?]): Option[Class[?]] =
      if LibraryModel.standard.isWrapper(Descriptors.internalName(c)) then Some(c)
      else Option(c.getSuperclass).flatMap(get(_))

  private val immutables = new ClassValue[Boolean]:
    override def computeValue(c: Class[?]): Boolean =
      LibraryModel.standard.isImmutable(c)
end LockSetBuilder
