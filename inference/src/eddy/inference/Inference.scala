package eddy.inference

import eddy.inference.internal.analysis.{Analysis, SymbolicSummary, World}
import eddy.inference.internal.bytecode.{Descriptors, Names}
import eddy.inference.internal.heap.ClosureCode
import eddy.inference.internal.keep.KeptSummaries
import eddy.inference.internal.plan.Resolver
import eddy.inference.internal.verdict.Objection
import eddy.inference.report.{AccessSummary, HandlerReport}
import eddy.inference.spi.StandIn
import eddy.runtime.Engine
import eddy.state.{LockSet, UnprotectedStateException}

import java.util.WeakHashMap
import java.util.concurrent.CompletableFuture
import java.util.concurrent.atomic.{AtomicReference, LongAdder}
import scala.collection.mutable

/** Finds out from the bytecode of a callback, and from the objects that it refers to, the state that it may
  * read and write, and which locks it therefore needs. Sound but for the holes that docs/inference.md lists;
  * where it cannot know, it takes more, up to everything, and says why. The first callback of a class is
  * analysed, in some tenths of a millisecond once the JVM is warm; others of the class are looked up. Any
  * thread; never throws: a callback that it does not understand excludes all others.
  */
object Inference:
  private val standard = Inferences(World(_), KeptSummaries.of(_))

  /** What the callback may touch, with places and reasons. */
  def summary(callback: AnyRef): AccessSummary = standard.summary(callback)

  /** The locks to hold while the callback runs; `argument` is the first that it will get, if that is known: a
    * key of a map may come from it. To be asked for at each run: lazy values may have been initialised
    * since. Variables on the way to an object are followed again by the lock set itself.
    */
  private[eddy] def lockSet(callback: AnyRef, argument: AnyRef | Null = null): LockSet =
    standard.lockSet(callback, argument)

  /** As [[lockSet]], for the thread that is about to run the callback.
    *
    * @param analysis is notified if the callback has to be analysed first
    * @throws eddy.state.UnprotectedStateException
    *   if it writes plain variables or collections where no lock is: on threads of its own, or in an actor
    */
  private[eddy] def protect(
      callback: AnyRef,
      argument: AnyRef | Null = null,
      analysis: AnalysisListener | Null = null
  ): LockSet = standard.protect(callback, argument, analysis)

  /** Begins to read the callbacks, and those that they will register, in the background, several at a time.
    * [[protect]] waits
    * for none but its own: it reads the rest itself. Returns for each the refusal of [[protect]], with its
    * name.
    * @param doubtful receives variables of the application's objects that are written where no lock is,
    *   which [[protect]] lets
    *   through; on another thread
    */
  private[eddy] def prepare(
      callbacks: Seq[(String, AnyRef)],
      doubtful: String => Unit = _ => ()
  ): Seq[CompletableFuture[Option[String]]] =
    standard.prepare(callbacks, doubtful)

  /** Why the handler excludes every other that uses anything shared, with place and remedy; none if it does
    * not.
    */
  private[eddy] def alone(handler: AnyRef): Option[String] = Objection.alone(summary(handler))

  /** The same of the handlers that it registers. */
  private[eddy] def aloneLater(handler: AnyRef): List[String] = standard.aloneLater(handler)

  /** How many callbacks were analysed so far: each class once, as a rule, and none whose summary an earlier
    * start has kept.
    */
  private[eddy] def analyses: Long = standard.analyses

  /** For who takes a callback that is to run later. Reads nothing: what nobody has asked for yet is let
    * through.
    *
    * @throws eddy.state.UnprotectedStateException
    *   if it is known that [[protect]] would refuse it
    */
  private[eddy] def admit(callback: AnyRef): Unit = standard.admit(callback)

  /** The callbacks that this one registers (`nextTick`, `onText` and so on), and those that they register, as
    * far as they are known before it runs: how and where, and what each touches. Paths begin at the given
    * callback. Notes name the variables and collections of that which they share.
    */
  def registered(callback: AnyRef): List[(String, AccessSummary)] = standard.registered(callback)

  /** For each named handler what serialises it and what would make it more parallel, or why it would be
    * rejected; then which of them, and of those that they register, can never run beside each other, and why.
    */
  def report(handlers: (String, AnyRef)*): HandlerReport =
    Reports.of(handlers.toList.map((name, h) => Reports.Subject(name, summary(h), registered(h))))

  /** The same of handlers that filters run before, in the same event. Each filter has a row of its own, and
    * its uses are among those of the handlers behind it.
    */
  private[eddy] def reportBehind(handlers: Seq[(String, Option[AnyRef], Seq[AnyRef])]): HandlerReport =
    val names = mutable.LinkedHashMap[AnyRef, String]()
    val taken = mutable.HashMap[String, Int]().withDefaultValue(0)
    val subjects = handlers.toList.flatMap: (name, handler, filters) =>
      val added = filters.filterNot(names.contains).distinct.map: f =>
        val code = s"filter ${standard.codeOf(f)}"
        taken(code) += 1
        names(f) = if taken(code) == 1 then code else s"$code (${taken(code)})"
        Reports.Subject(names(f), summary(f), registered(f), isFilter = true)
      val own = handler.fold(AccessSummary.empty)(summary)
      added :+ Reports.Subject(name, own, handler.fold(Nil)(registered), filters.map(names).toList.distinct)
    Reports.of(subjects)

  /** [[report]] in words; at most 60 lines for a handler. */
  def explain(handlers: (String, AnyRef)*): String = report(handlers*).text()

  /** The same, with every line if `full`. */
  def explain(full: Boolean)(handlers: (String, AnyRef)*): String = report(handlers*).text(full)

  /** Why a callback should not be registered: it touches what no lock protects, on threads of its own, or may
    * touch anything. Says which lines do, and what to use instead. What to do with it is for who registers to
    * decide.
    */
  def objection(callback: AnyRef): Option[String] = Objection.of(summary(callback))
end Inference

/** Is notified while a callback that is to run is analysed, on the thread that waits for that. */
private[eddy] trait AnalysisListener:
  def analysing(isOngoing: Boolean): Unit

/** The inference over a view of the world for each class loader. Tests put in views that are wrong on
  * purpose.
  */
private[inference] final class Inferences(
    newWorld: ClassLoader => World,
    keeping: ClassLoader => Option[KeptSummaries] = _ => None
):
  import Inferences.*

  // the results for a class are dropped with it
  private val slots = new ClassValue[Slot]:
    override def computeValue(c: Class[?]): Slot = Slot()

  private val made = LongAdder()

  // guarded by this map
  private val worlds = WeakHashMap[ClassLoader, (World, Option[KeptSummaries])]()

  def analyses: Long = made.sum

  def summary(callback: AnyRef): AccessSummary =
    try resolver(callback).describe(callback)
    catch case failure: (Exception | LinkageError) => unreachable(callback, failure).describe(callback)

  def lockSet(callback: AnyRef, argument: AnyRef | Null): LockSet =
    try resolver(callback).lockSet(callback, argument)
    catch
      case failure: (Exception | LinkageError) => unreachable(callback, failure).lockSet(callback, argument)

  def protect(
      callback: AnyRef,
      argument: AnyRef | Null,
      analysis: AnalysisListener | Null = null
  ): LockSet =
    try
      val known = resolver(callback, analysis = analysis)
      val why = known.refusal
      if why != null then throw UnprotectedStateException(why)
      known.lockSet(callback, argument)
    catch
      case refusal: UnprotectedStateException => throw refusal
      case failure: (Exception | LinkageError) =>
        unreachable(callback, failure).lockSet(callback, argument)

  def admit(callback: AnyRef): Unit =
    val known = slotOf(callback).known(callback)
    val why = if known == null then null else known.refusal
    if why != null then throw UnprotectedStateException(why)

  def prepare(
      callbacks: Seq[(String, AnyRef)],
      doubtful: String => Unit
  ): Seq[CompletableFuture[Option[String]]] =
    for (_, c) <- callbacks do worldOf(c.getClass).index.include(c.getClass)
    val readers = Readers()
    try
      callbacks.map: (name, c) =>
        CompletableFuture.supplyAsync(() => refused(name, c, doubtful), readers)
    finally readers.shutdown()

  private def refused(name: String, callback: AnyRef, doubtful: String => Unit): Option[String] =
    val later = ofRegistered(callback)
    val own = summary(callback)
    (Objection.doubt(own).toList ++ later.doubts).distinct.foreach(why => doubtful(s"$name: $why"))
    val refused = Objection.refusal(own).toList ++ later.refusals
    Option.when(refused.nonEmpty)(s"$name: ${refused.distinct.mkString("\n")}")

  def aloneLater(callback: AnyRef): List[String] = ofRegistered(callback).alone

  /** What speaks against the callbacks that this one registers. Looked at once for all callbacks that its
    * summary fits.
    */
  private def ofRegistered(callback: AnyRef): Objection.Registered =
    try
      val known = resolver(callback, withRegistered = true)
      val before = known.registered
      if before != null then before
      else
        val world = worldOf(callback.getClass)
        val found =
          if known.summary.registers then
            objections(Analysis.registering(callback, world).ofRegistered.map(_(1)), callback, world)
          else Objection.Registered(Nil)
        known.registered = found
        found
    catch case _: (Exception | LinkageError) => Objection.Registered(Nil)

  private def objections(registered: => List[SymbolicSummary], callback: AnyRef, world: World) =
    val found =
      try registered.map(Resolver(_, callback, world).describe(callback))
      catch case _: (Exception | LinkageError) => Nil
    Objection.Registered(found)

  /** Where the code of the callback is written, without lines. */
  def codeOf(callback: AnyRef): String =
    val c = callback.getClass
    def ofClass = Names.ofClass(Descriptors.internalName(c).replaceAll("\\$\\$Lambda.*", ""))
    try
      if !ClosureCode.isClosure(c) then ofClass
      else
        ClosureCode.of(callback, worldOf(c).repository).implementations match
          case List(made) => Names.ofMethod(made.method.owner, made.method.name)
          case _ => ofClass
    catch case _: (Exception | LinkageError) => ofClass

  def registered(callback: AnyRef): List[(String, AccessSummary)] =
    try
      val known = resolver(callback)
      if !known.summary.registers then Nil
      else
        val world = worldOf(callback.getClass)
        summariesOfRegistered(known, callback, world).map((how, s) =>
          (how, Resolver(s, callback, world).describe(callback))
        )
    catch case _: (Exception | LinkageError) => Nil

  /** Looked at once for all callbacks that its summary fits, as soon as all is initialised that they use. */
  private def summariesOfRegistered(known: Resolver, callback: AnyRef, world: World) =
    val before = known.ofRegistered
    if before != null then before
    else
      val found = Analysis.registering(callback, world).ofRegistered
      if !known.summary.pending && !found.exists(_(1).pending) then known.ofRegistered = found
      found

  /** Objects that the callback refers to cannot be read: in a closed module, or of a class whose initialiser
    * fails.
    */
  private def unreachable(callback: AnyRef, failure: Throwable): Resolver =
    val why = s"an object that the callback refers to cannot be reached: $failure"
    Resolver(SymbolicSummary.unknown(why), callback, worldOf(callback.getClass))

  private def resolver(
      callback: AnyRef,
      withRegistered: Boolean = false,
      analysis: AnalysisListener | Null = null
  ): Resolver =
    val slot = slotOf(callback)
    val known = slot.known(callback)
    if known != null then known
    else
      if analysis != null then analysis.analysing(true)
      try Engine.blocking(analyse(callback, slot, withRegistered))
      finally if analysis != null then analysis.analysing(false)

  private def slotOf(callback: AnyRef): Slot = callback match
    case one: StandIn => slotOf(one.memory)
    case _ => slots.get(callback.getClass)

  private def slotOf(memory: AtomicReference[AnyRef | Null]): Slot =
    memory.compareAndSet(null, Slot()): Unit
    memory.get.asInstanceOf[Slot]

  private def analyse(callback: AnyRef, slot: Slot, withRegistered: Boolean): Resolver =
    val world = worldOf(callback.getClass)
    // one at a time for a class: the second thread need not do it again
    slot.synchronized:
      val known = slot.known(callback)
      if known != null then known
      else
        val found = kept(callback, world).getOrElse(read(callback, world, withRegistered))
        slot.resolvers = (found :: slot.resolvers).take(MaxSummaries)
        found

  /** What an earlier start of the same program found out. */
  private def kept(callback: AnyRef, world: World): Option[Resolver] =
    for (summary, registered) <- summaries(callback.getClass).flatMap(_.find(callback, world)) yield
      val found = Resolver(summary, callback, world)
      found.registered = registered.map(objections(_, callback, world)).orNull
      found

  private def read(callback: AnyRef, world: World, withRegistered: Boolean): Resolver =
    val first = analysed(callback, world, withRegistered)
    // the verdict must not depend on the stack of the caller, nor on what the JIT compiler makes of its
    // frames
    val (found, done, registering) =
      if !first(1).ranOutOfStack then first
      else Readers.withLargeStack(analysed(callback, world, withRegistered)).getOrElse(first)
    // what could not be followed may have failed for a passing reason
    if world.index.isClassPath && !done.hasGivenUp && registering.forall(!_.hasGivenUp) then
      summaries(callback.getClass).foreach(_.keep(callback, found.summary, done, registering))
    made.increment()
    found

  private def analysed(callback: AnyRef, world: World, withRegistered: Boolean) =
    val done = Analysis.of(callback, world)
    val found = Resolver(done.summary, callback, world)
    val registering =
      Option.when(withRegistered)(if found.summary.registers then done.registering() else done)
    found.registered = registering.map(r => objections(r.ofRegistered.map(_(1)), callback, world)).orNull
    (found, done, registering)

  private def worldOf(cls: Class[?]): World = of(cls)(0)
  private def summaries(cls: Class[?]): Option[KeptSummaries] = of(cls)(1)

  private def of(cls: Class[?]): (World, Option[KeptSummaries]) =
    val loader = Option(cls.getClassLoader).getOrElse(ClassLoader.getSystemClassLoader)
    worlds.synchronized(worlds.computeIfAbsent(loader, l => (newWorld(l), keeping(l))))
end Inferences

private[inference] object Inferences:
  final class Slot:
    // written under the slot's monitor
    @volatile var resolvers: List[Resolver] = Nil

    def known(callback: AnyRef): Resolver | Null =
      var left = resolvers
      while left.nonEmpty && !left.head.fits(callback) do left = left.tail
      if left.nonEmpty then left.head else null

  /** Callbacks of one class that refer to objects of ever other classes push out the oldest summary. */
  private val MaxSummaries = 16
