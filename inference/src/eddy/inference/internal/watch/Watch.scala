package eddy.inference.internal.watch

import eddy.inference.internal.bytecode.Descriptors
import eddy.inference.internal.classpath.ClassRepository
import eddy.inference.internal.heap.Objects
import eddy.inference.internal.library.LibraryModel
import eddy.state.spi.HandlerRun
import eddy.state.{
  AccessKind,
  Checked,
  Commutes,
  Confined,
  Pure,
  Reads,
  SharedObject,
  StateViolationException,
  Target,
  Writes
}

import java.lang.StackWalker.{Option as Walk, StackFrame}
import java.lang.annotation.Annotation
import java.util.IdentityHashMap
import java.util.concurrent.ConcurrentHashMap
import scala.annotation.unused

/** What [[Instrumentation instrumented]] code of the application calls at each access. In checked mode it
  * stops a handler that uses a variable, an array or a collection that its locks do not cover.
  *
  * An object counts as shared if the handler's run has not made it. Of collections and arrays nobody knows
  * who made them: those count that a closure has captured which was made before the run, or that a val of a
  * shared object holds. Any thread.
  */
private[inference] object Watch:
  // to have classes watched is to have them checked
  Checked.inDevelopment()

  /** The application's: handlers, and what they use. Eddy's own classes are not, wherever they come from. */
  def isWatched(internalName: String): Boolean =
    !LibraryModel.standard.isLibraryFile(internalName) && !LibraryModel.standard.isOfEddy(internalName)

  def read(o: AnyRef | Null, owner: String, name: String): Unit =
    val seen = current
    if seen != null && isShared(seen, o) then
      val repository = repositoryOf(o)
      val in = repository.declaringClass(owner, name)
      if !repository.isStable(in, name) then variable(seen, o, in, name, AccessKind.Reads)
      else if repository.isFinalField(in, name) then
        valueOf(repository, o, in, name).foreach(v => if isCollection(v) then seen.shared.put(v, v): Unit)

  def write(o: AnyRef | Null, owner: String, name: String): Unit =
    val seen = current
    if seen != null && isShared(seen, o) then
      variable(seen, o, repositoryOf(o).declaringClass(owner, name), name, AccessKind.Writes)

  /** @param method its name and descriptor */
  def call(o: AnyRef | Null, owner: String, method: String, @unused argument: AnyRef | Null): Unit =
    val seen = current
    if seen != null && o != null && isKnown(seen, o) && !o.isInstanceOf[SharedObject] then
      val name = method.takeWhile(_ != '(')
      val mode = LibraryModel.standard.mode(owner, name, Some(Descriptors.internalName(o.getClass)))
      collection(seen, o, mode)

  def array(o: AnyRef | Null, write: Boolean): Unit =
    val seen = current
    if seen != null && o != null && isKnown(seen, o) then
      collection(seen, o, if write then AccessKind.Writes else AccessKind.Reads)

  def made(o: AnyRef | Null): Unit =
    val seen = current
    if seen != null && o != null then seen.made.put(o, o): Unit

  def captured(o: AnyRef | Null): Unit =
    if o != null && isCollection(o) then
      val seen = current
      byClosures.put(o, if seen == null then NoRun else seen.run.serial)

  /** The objects that a run has made, and those that it shares. Confined to its thread. */
  private final class Seen(val run: HandlerRun):
    val made, shared = IdentityHashMap[AnyRef, AnyRef]()

  private val threads = ThreadLocal[Seen]()

  /** None outside of handlers, and where nothing is checked. */
  private def current: Seen | Null =
    val run = if Checked.on then HandlerRun.current else null
    if run == null || !run.holdsLocks then null
    else
      val before = threads.get
      if before != null && (before.run eq run) then before
      else
        val seen = Seen(run)
        threads.set(seen)
        seen

  /** Collections that closures have captured, each with the run that made the first of these closures. */
  private val byClosures = WeakIdentities[java.lang.Long]()
  private val NoRun = java.lang.Long.valueOf(0)

  private def isShared(seen: Seen, o: AnyRef | Null) =
    o == null || !seen.made.containsKey(o) && !confined.get(o.getClass)

  /** Belongs to one request. */
  private val confined = new ClassValue[java.lang.Boolean]:
    override def computeValue(c: Class[?]): java.lang.Boolean =
      c.isAnnotationPresent(classOf[Confined]) ||
        (Option(c.getSuperclass).toList ++ c.getInterfaces).exists(get(_))

  private def isKnown(seen: Seen, o: AnyRef): Boolean =
    !seen.made.containsKey(o) && (seen.shared.containsKey(o) || {
      val by = byClosures.get(o)
      by != null && by != seen.run.serial
    })

  /** A plain one: no view of another, and none that threads may share. */
  private def isCollection(o: AnyRef): Boolean = collections.get(o.getClass)
  private val collections = new ClassValue[java.lang.Boolean]:
    override def computeValue(c: Class[?]): java.lang.Boolean =
      val name = Descriptors.internalName(c)
      val library = LibraryModel.standard
      c.isArray || plain.exists(_.isAssignableFrom(c)) && library.isMutable(name) &&
      !library.isWrapper(name) && !library.isShareable(name) && library.isLibrary(name)
  private def plain: List[Class[?]] = List(
    classOf[java.util.Collection[?]],
    classOf[java.util.Map[?, ?]],
    classOf[scala.collection.Iterable[?]]
  )

  private val repositories = ConcurrentHashMap[ClassLoader, ClassRepository]()
  private def repositoryOf(o: AnyRef | Null): ClassRepository =
    // a variable of a closure is the library's, and a static one belongs to nobody
    val of = if o == null then null else o.getClass.getClassLoader
    val loader = if of.isInstanceOf[Watching] then of else caller
    repositories.computeIfAbsent(loader, l => ClassRepository(l))

  private def valueOf(repository: ClassRepository, o: AnyRef | Null, owner: String, name: String) =
    try Option(repository.field(owner, name).get(o))
    catch case _: (ReflectiveOperationException | LinkageError | RuntimeException) => None

  private def variable(seen: Seen, o: AnyRef | Null, owner: String, name: String, mode: AccessKind): Unit =
    val isCovered = covers(seen, mode):
      case Target.Fields(f) => f eq o
      case Target.Static(c, f) => o == null && f == name && Descriptors.internalName(c) == owner
      case target => ofType(o, target)
    if !isCovered then report(seen, s"$owner.$name".replace('/', '.'), mode)

  private def collection(seen: Seen, o: AnyRef, mode: AccessKind): Unit =
    val it = Objects.beneath(o)
    def isSafe = LibraryModel.standard.isShareable(Descriptors.internalName(it.getClass))
    val isCovered = covers(seen, mode):
      case Target.Fields(f) => (f eq o) || (f eq it)
      case target => ofType(o, target) || ofType(it, target)
    if !isCovered && !isSafe then report(seen, s"a ${o.getClass.getSimpleName}", mode)

  private def covers(seen: Seen, mode: AccessKind)(target: Target => Boolean): Boolean =
    seen.run.lockSet.claims.exists(c => c.mode.allows(mode) && target(c.target))

  private def ofType(o: AnyRef | Null, target: Target): Boolean = target match
    case Target.OfType(c) =>
      o != null && (c.isInstance(o) || LibraryModel.standard.isLibrary(c) && isLibrary(o))
    case Target.Everything => true
    case _ => false

  private def isLibrary(o: AnyRef) =
    !o.isInstanceOf[SharedObject] && LibraryModel.standard.isLibrary(o.getClass)

  private def report(seen: Seen, what: String, mode: AccessKind): Unit =
    val frames = walker.walk(_.takeWhile(f => f.getDeclaringClass ne classOf[HandlerRun]).toList).nn
    val code = frames.stream.filter(f => f.getDeclaringClass.getPackage ne getClass.getPackage).toList.nn
    if !code.stream.anyMatch(isTaken) then
      throw StateViolationException(
        s"${verb(mode)} $what at ${code.getFirst}, but handler ${seen.run} holds only ${seen.run.lockSet}: " +
          "its use of this was not found when it was registered (docs/inference.md says what cannot be found)"
      )

  private def verb(mode: AccessKind) = if mode == AccessKind.Reads then "reading" else "writing"

  /** The application declares its effects, or these belong to no handler. */
  private def isTaken(frame: StackFrame): Boolean =
    frame.getDeclaringClass.getClassLoader.isInstanceOf[Watching] &&
      (frame.getMethodName == "<clinit>" || frame.getMethodName.contains("$lzyINIT") ||
        declared.exists(isDeclared(frame, _)))

  private val declared: List[Class[? <: Annotation]] =
    List(classOf[Pure], classOf[Reads], classOf[Writes], classOf[Commutes])

  private def isDeclared(frame: StackFrame, by: Class[? <: Annotation]): Boolean =
    try
      frame.getDeclaringClass.getDeclaredMethod(
        frame.getMethodName,
        frame.getMethodType.parameterArray*
      ).isAnnotationPresent(by)
    catch case _: ReflectiveOperationException => false

  private val walker = StackWalker.getInstance(Walk.RETAIN_CLASS_REFERENCE).nn

  /** The nearest loader that watches. */
  private def caller: ClassLoader =
    walker.walk(
      _.map(f => f.getDeclaringClass.getClassLoader)
        .filter(_.isInstanceOf[Watching]).findFirst()
    ).orElse(ClassLoader.getSystemClassLoader).nn
end Watch
