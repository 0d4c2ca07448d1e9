package eddy.state.inference

import eddy.state.internal.{LockSet, Target}
import eddy.state.{Mode, SharedObject}

import java.lang.reflect.Modifier
import scala.collection.mutable

/** Turns the paths of a summary into the objects that one callback object reaches. What does not depend on the callback
  * object is worked out once; paths over variables are followed again when the locks are held, before the callback runs.
  * Any thread.
  */
private[inference] final class Resolver(val summary: SymbolicSummary, sample: AnyRef, world: World):
  private final class Reading(val path: Path, val mode: Mode):
    val reader: Option[PathReader] = PathReader.of(path, sample, world)
    def add(callback: AnyRef, into: mutable.Growable[LockSet.Claim]): Unit = reader match
      case Some(r) =>
        val o = r.read(callback)
        // a variable on the way has changed to what the analysis has not seen
        if o eq PathReader.Elsewhere then into += LockSet.Claim(Target.Everything, Mode.Writes): Unit
        else if o != null && !isImmutable(o) then into += LockSet.Claim(target(o), mode): Unit
      case None =>
        for o <- world.objects.at(callback, path) if !isImmutable(o) do into += LockSet.Claim(target(o), mode)

  private final class EntryReading(path: Path, key: Key, mode: Mode):
    private val reading = Reading(path, mode)
    private val reader = KeyReader(key, sample, world)
    def add(callback: AnyRef, argument: AnyRef | Null, into: mutable.Growable[LockSet.Claim]): Unit =
      val value = reader.read(callback, argument)
      if value == null then reading.add(callback, into)
      else
        val maps = mutable.ArrayBuffer[LockSet.Claim]()
        reading.add(callback, maps)
        for claim <- maps do
          into += (claim.target match
            case Target.Shared(map) => LockSet.Claim(Target.Entry(map, value), mode)
            case _ => claim)

  private final class Guard(path: Path, classes: Set[Class[?]]):
    private val reader = PathReader.of(path, sample, world)

    /** Its object was there when the summary was made. One that is not makes it when the callback runs. */
    private val isInitialised = classes.nonEmpty && path.endsInLazyValue

    /** A path that ends in a final class leads to nothing else. */
    val isNeeded: Boolean = isInitialised ||
      !reader.exists(r => Modifier.isFinal(r.endType.getModifiers) && !r.endType.isArray && classes.nonEmpty)
    private val onlyClass: Class[?] | Null = if classes.sizeIs == 1 then classes.head else null
    // where there is no object there is no access, but for those that are made when they are first used
    def fits(callback: AnyRef): Boolean = reader match
      case Some(r) =>
        val o = r.read(callback)
        if o == null then !isInitialised
        else !(o eq PathReader.Elsewhere) && ((o.getClass eq onlyClass) || classes(o.getClass))
      case None =>
        val found = world.objects.at(callback, path)
        found.forall(o => classes(o.getClass)) && (!isInitialised || found.sizeIs == holders(callback))

    private def holders(callback: AnyRef): Int = path.steps match
      case Path.Step.Field(owner, name, _) :: before =>
        val declaring = world.repository.field(owner, name).getDeclaringClass
        world.objects.at(callback, Path(path.root, before)).count(declaring.isInstance(_))
      case _ => 0
  end Guard

  private val guards: Array[Guard] = summary.guards.map(Guard(_, _)).filter(_.isNeeded).toArray
  private val (dynamic, fixed) = summary.effects.map(_(0)).distinct.partition:
    case Effect(Place.At(p, _), _) => p.fromCallback || !p.isStable
    case Effect(Place.Entry(_, _, _), _) => true
    case _ => false
  private val places: Array[Reading] = dynamic.collect { case Effect(Place.At(p, _), m) => (p, m) }
    .groupMapReduce(_(0))(_(1))(_.join(_)).map(Reading(_, _)).toArray
  private val entries: Array[EntryReading] = dynamic.collect { case Effect(Place.Entry(p, _, k), m) =>
    ((p, k), m)
  }
    .groupMapReduce(_(0))(_(1))(_.join(_)).map { case ((p, k), m) => EntryReading(p, k, m) }.toArray
  private val constant: Vector[LockSet.Claim] =
    fixed.flatMap(e => targets(sample, e.place).map(LockSet.Claim(_, e.mode))).toVector
  private val onlyConstant: LockSet | Null =
    if places.isEmpty && entries.isEmpty then LockSet.of(constant) else null
  private val readsVariables = dynamic.exists:
    case Effect(Place.At(p, _), _) => !p.isStable
    case Effect(Place.Entry(p, _, _), _) => !p.isStable
    case _ => false

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
  def lockSet(callback: AnyRef, argument: AnyRef | Null): LockSet =
    val known = onlyConstant
    if known != null then known
    else if readsVariables then LockSet.renewed(claims(callback, argument))(() => claims(callback, argument))
    else LockSet.of(claims(callback, argument))

  private def claims(callback: AnyRef, argument: AnyRef | Null): Vector[LockSet.Claim] =
    val found = Vector.newBuilder[LockSet.Claim]
    found ++= constant
    var i = 0
    while i < places.length do
      places(i).add(callback, found)
      i += 1
    i = 0
    while i < entries.length do
      entries(i).add(callback, argument, found)
      i += 1
    found.result()

  /** Why a callback must not run: it hands a variable or a plain collection to threads of its own that write it. */
  lazy val refusal: String | Null =
    if summary.detached.isEmpty then null else Objection.refusal(describe(sample)).orNull

  /** Why callbacks that it registers must not run, once somebody has looked. */
  @volatile var refusedLater: List[String] | Null = null

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
      for (e, at) <- effects; t <- targets(callback, e.place)
      yield Access(t, e.mode, shown(e.place), at.site, at.coarse, isNear(e.place))
    val distinct = all.distinctBy(a => (a.target, a.mode))
    // who may change something need not be told that he may read it
    val changed = distinct.filter(_.mode == Mode.Writes).map(_.target).toSet
    distinct.filter(a => a.mode == Mode.Writes || !changed(a.target))

  private def isNear(place: Place): Boolean = place match
    case Place.At(p, _) =>
      // what a stand-in holds is what the application handed over, as if it were captured
      p.steps.count {
        case Path.Step.Field(owner, _, _) => !world.repository.isSubtype(owner, StandIn.InternalName)
        case _ => false
      } <= 1
    case Place.Entry(p, family, _) => isNear(Place.At(p, family))
    case Place.StaticField(_, _) | Place.AnyOf(_) | Place.Everything => false

  private def targets(callback: AnyRef, place: Place): List[Target] = place match
    case Place.At(p, _) => world.objects.at(callback, p).filterNot(isImmutable).map(target)
    case Place.Entry(p, family, key) =>
      // as far as it is known without the callback's argument
      val value = KeyReader(key, sample, world).read(callback, null)
      targets(callback, Place.At(p, family)).map:
        case Target.Shared(map) => Target.Entry(map, if value == null then key else value)
        case other => other
    case Place.StaticField(owner, name) =>
      List(world.repository.runtime(owner).fold(Target.Everything)(Target.Static(_, name)))
    case Place.AnyOf(c) => List(world.repository.runtime(c).fold(Target.Everything)(Target.OfType(_)))
    case Place.Everything => List(Target.Everything)

  private def shown(place: Place): String = place match
    case Place.At(p, _) => p.toString
    case Place.Entry(p, _, _) => p.toString
    case Place.StaticField(owner, name) => s"${Descriptors.display(owner)}.$name"
    case Place.AnyOf(c) =>
      if c.startsWith("scala/runtime/") then "any captured variable"
      else if world.library.isLibrary(c) then "any plain library object"
      else s"any ${Descriptors.display(c)}"
    case Place.Everything => "everything"

  private def target(o: AnyRef): Target = o match
    case s: SharedObject => Target.Shared(s)
    case wrapper if Resolver.wrapper.get(wrapper.getClass) => Target.OfType(wrapper.getClass)
    case other => Target.Fields(other)

  private def isImmutable(o: AnyRef): Boolean = Resolver.immutable.get(o.getClass)
end Resolver

private[inference] object Resolver:
  private val wrapper = new ClassValue[Boolean]:
    override def computeValue(c: Class[?]): Boolean =
      LibraryModel.standard.isWrapper(Descriptors.internalName(c))

  private val immutable = new ClassValue[Boolean]:
    override def computeValue(c: Class[?]): Boolean =
      LibraryModel.standard.isImmutable(Descriptors.internalName(c))
