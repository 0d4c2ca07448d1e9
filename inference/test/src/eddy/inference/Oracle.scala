package eddy.inference

import eddy.inference.internal.bytecode.{ClassReader, Instruction}
import eddy.inference.internal.classpath.{ClassRepository, DeclaredEffects}
import eddy.inference.internal.context.AnalysisContext
import eddy.inference.internal.library.LibraryModel
import eddy.state.{AccessKind, ByKey, Commutes, LockSet, Reads, SharedObject, Target, Writes}

import java.io.{OutputStream, PrintStream}
import java.nio.file.{Files, Path as FilePath}
import java.util.concurrent.ConcurrentHashMap
import scala.collection.mutable
import scala.jdk.CollectionConverters.*
import scala.util.Using
import scala.util.control.NonFatal

import subjects.{App, Request}

/** Compares what instrumented handlers touch when they run with what was inferred for them. It knows
  * nothing of the
  * analysis: which fields are variables it finds by looking for assignments outside of constructors.
  *
  * @param root
  *   folder of the class files whose handlers are run
  * @param infer
  *   what a handler holds that gets this argument
  */
final class Oracle(root: FilePath, infer: (AnyRef, AnyRef) => Iterable[LockSet.Claim]):
  private val variables: Set[(String, String)] = Using.resource(Files.walk(root)): files =>
    files.iterator.asScala.filter(_.toString.endsWith(".class")).flatMap(f =>
      assigned(Files.readAllBytes(f))
    ).toSet

  private val modes = ConcurrentHashMap[(Class[?], String), Option[(AccessKind, Boolean)]]()
  private var count = 0L

  /** How many accesses to variables and shared objects were compared. */
  def compared: Long = count

  /** Runs the handler. Returns its accesses that its locks do not cover. */
  def uncovered(callback: AnyRef, path: String): List[String] =
    val silent = PrintStream(OutputStream.nullOutputStream)
    uncovered(callback, Request(path))(Console.withOut(silent)(App.run(callback, path)))

  /** The accesses of `run`, which calls the handler with the argument, that the handler's locks do not
    * cover.
    */
  def uncovered(callback: AnyRef, argument: AnyRef)(run: => Unit): List[String] =
    uncovered(callback, argument, Touches.listen(_))(run)

  /** Also the accesses of all other threads. */
  def uncoveredAnywhere(callback: AnyRef, argument: AnyRef)(run: => Unit): List[String] =
    uncovered(callback, argument, Touches.listenEverywhere(_))(run)

  private def uncovered(callback: AnyRef, argument: AnyRef, listen: Touches.Listener => Unit)(run: => Unit) =
    val claims = infer(callback, argument)
    val found = mutable.LinkedHashSet[String]()
    def check(what: String, mode: AccessKind)(covers: Target => Boolean): Unit =
      count += 1
      if !claims.exists(c => covers(c.target) && (c.mode.allows(mode))) then found += s"$mode $what": Unit
    listen(new Touches.Listener:
      def field(o: Object | Null, owner: String, name: String, write: Boolean): Unit =
        if write || variables((owner, name)) then
          check(
            s"$owner.$name",
            if write then AccessKind.Writes else AccessKind.Reads
          )(Oracle.coversField(o, owner, name, _))
      def shared(o: Object, method: String, argument: Object | Null): Unit =
        for (mode, byKey) <- modeOf(o.getClass, method) do
          val key = if byKey then Some(argument) else None
          check(
            s"${o.getClass.getSimpleName}.$method${key.fold("")(k => s" of $k")}",
            mode
          )(Oracle.covers(o, _, key))
      def library(o: Object, owner: String, method: String): Unit =
        // one that is neither captured nor in a field was made by the library in the course of the run
        if Oracle.isTracked(o) then
          val writes = Oracle.writing.exists(method.startsWith)
          check(
            s"$owner.$method",
            if writes then AccessKind.Writes else AccessKind.Reads
          )(Oracle.covers(o, _)))
    try run
    // what a handler does before it fails counts all the same
    catch case NonFatal(_) => ()
    finally Touches.stop()
    found.toList
  end uncovered

  private def modeOf(c: Class[?], method: String): Option[(AccessKind, Boolean)] = modes.computeIfAbsent(
    (c, method),
    _ =>
      c.getMethods.find(m =>
        s"${m.getName}${java.lang.invoke.MethodType.methodType(m.getReturnType, m.getParameterTypes).toMethodDescriptorString}" == method
      )
        .flatMap: m =>
          val mode =
            if m.isAnnotationPresent(classOf[Writes]) then Some(AccessKind.Writes)
            else if m.isAnnotationPresent(classOf[Reads]) then Some(AccessKind.Reads)
            else Option.when(m.isAnnotationPresent(classOf[Commutes]))(AccessKind.Commutes)
          mode.map((_, m.isAnnotationPresent(classOf[ByKey])))
  )

  private def assigned(classFile: Array[Byte]): List[(String, String)] =
    val reader = ClassReader(classFile)
    for
      m <- reader.methods.asScala.toList
      if !m.startsWith("<") && !m.contains("_setter_$")
      code <- Option(reader.code(m)).toList
      i <- code.instructions
      if i.op == Instruction.Op.PUT_FIELD || i.op == Instruction.Op.PUT_STATIC
    yield (i.owner, i.name)
end Oracle

object Oracle:
  /** Compares with what is inferred. */
  def ofInference(root: FilePath): Oracle = Oracle(root, Inference.lockSet(_, _).claims)

  /** Compares with what is inferred with one more fact of the library. */
  def ofFact(root: FilePath, fact: String): Oracle =
    val facts = String(classOf[LibraryModel].getResourceAsStream("library.txt").readAllBytes)
    val model = LibraryModel.parse(s"$facts\n$fact")
    val inferences = Inferences: loader =>
      val repository = ClassRepository(loader)
      new AnalysisContext(repository, model, DeclaredEffects(repository))
    Oracle(root, inferences.lockSet(_, _).claims)

  private val tracked =
    java.util.Collections.newSetFromMap(java.util.IdentityHashMap[AnyRef, java.lang.Boolean]())
  private val writing = List(
    "put",
    "update",
    "add",
    "remove",
    "clear",
    "append",
    "$plus",
    "$minus",
    "insert",
    "set",
    "push",
    "pop",
    "poll",
    "offer",
    "enqueue",
    "dequeue",
    "merge",
    "compute",
    "replace",
    "sort(",
    "sortInPlace",
    "getOrElseUpdate",
    "filterInPlace",
    "accept",
    "mapInPlace",
    "patchInPlace",
    "prepend",
    "dropRightInPlace",
    "store",
    "flip",
    "delete",
    "write",
    "next("
  )

  /** A library object that handlers share, so that calls of it count. */
  def track(o: AnyRef): Unit = tracked.synchronized { tracked.add(o): Unit }

  /** Forgets all of them. */
  def forget(): Unit = tracked.synchronized(tracked.clear())
  private def isTracked(o: AnyRef) = tracked.synchronized(tracked.contains(o))

  /** Whether who holds the claims may use the object, or that entry of it, so. */
  def allows(claims: Iterable[LockSet.Claim], o: AnyRef, mode: AccessKind, key: Any): Boolean =
    claims.exists(c => covers(o, c.target, Some(key)) && c.mode.allows(mode))

  private def coversField(o: Object | Null, owner: String, name: String, target: Target): Boolean =
    if o != null then covers(o, target)
    else
      target match
        case Target.Static(c, f) => c.getName.replace('.', '/') == owner && f == name
        case Target.Everything => true
        case _ => false

  /** @param key of the only entry that is used, if it is only one */
  private def covers(o: AnyRef, target: Target, key: Option[Any] = None): Boolean = target match
    case Target.Shared(s) => s eq o
    case Target.Entry(s, k) => (s eq o) && key.contains(k)
    case Target.Fields(f) => f eq o
    case Target.OfType(c) =>
      c.isInstance(o) || isLibrary(c) && isLibrary(o.getClass) && !o.isInstanceOf[SharedObject]
    case Target.Everything => true
    case Target.Static(_, _) => false

  private def isLibrary(c: Class[?]) =
    c.isArray || c.getName.startsWith("java.") || c.getName.startsWith("scala.")
end Oracle
