package eddy.inference

import eddy.inference.internal.Limits
import eddy.inference.internal.analysis.Analysis
import eddy.inference.internal.bytecode.{Descriptors, Names}
import eddy.inference.internal.classpath.ClassRepository
import eddy.inference.internal.context.{AnalysisContext, SymbolicSummary}
import eddy.inference.internal.heap.ClosureCode
import eddy.inference.internal.keep.KeptSummaries
import eddy.inference.internal.plan.Resolver
import eddy.inference.internal.verdict.Violations
import eddy.inference.report.{AccessSummary, HandlerReport}
import eddy.inference.spi.AnalysisStub
import eddy.runtime.Engine
import eddy.state.{LockSet, UnprotectedStateException}

import java.util.WeakHashMap
import java.util.concurrent.CompletableFuture
import java.util.concurrent.atomic.{AtomicReference, LongAdder}
import scala.collection.mutable

/** Finds out from the bytecode of a handler, and from the objects that it refers to, the state that it may
  * read and write, and which locks it therefore needs. Sound but for the holes that docs/inference.md lists;
  * where it cannot know, it takes more, up to everything, and says why. The first handler of a class is
  * analysed, in some tenths of a millisecond once the JVM is warm; others of the class are looked up. Any
  * thread; never throws: a handler that it does not understand excludes all others.
  */
object Inference:
  private val standard = Inferences(AnalysisContext(_), KeptSummaries.of(_))

  /** What the handler may touch, with places and reasons. */
  def summary(handler: AnyRef): AccessSummary = standard.summary(handler)

  /** The locks to hold while the handler runs; `argument` is the first that it will get, if that is known: a
    * key of a map may come from it. To be asked for at each run: lazy values may have been initialised
    * since. Variables on the way to an object are followed again by the lock set itself.
    */
  private[eddy] def lockSet(handler: AnyRef, argument: AnyRef | Null = null): LockSet =
    standard.lockSet(handler, argument)

  /** As [[lockSet]], for the thread that is about to run the handler.
    *
    * @param analysis is notified if the handler has to be analysed first
    * @throws eddy.state.UnprotectedStateException
    *   if it writes plain variables or collections where no lock is: on threads of its own, or in an actor
    */
  private[eddy] def protect(
      handler: AnyRef,
      argument: AnyRef | Null = null,
      analysis: AnalysisListener | Null = null
  ): LockSet = standard.protect(handler, argument, analysis)

  /** Begins to read the handlers, and those that they will register, in the background, several at a time.
    * [[protect]] waits
    * for none but its own: it reads the rest itself. Returns for each the refusal of [[protect]], with its
    * name.
    * @param doubtful receives variables of the application's objects that are written where no lock is,
    *   which [[protect]] lets
    *   through; on another thread
    */
  private[eddy] def prepare(
      handlers: Seq[(String, AnyRef)],
      doubtful: String => Unit = _ => ()
  ): Seq[CompletableFuture[Option[String]]] =
    standard.prepare(handlers, doubtful)

  /** Why the handler excludes every other that uses anything shared, with place and remedy; none if it does
    * not.
    */
  private[eddy] def alone(handler: AnyRef): Option[String] = Violations.alone(summary(handler))

  /** The same of the handlers that it registers. */
  private[eddy] def aloneLater(handler: AnyRef): List[String] = standard.aloneLater(handler)

  /** How many handlers were analysed so far: each class once, as a rule, and none whose summary an earlier
    * start has kept.
    */
  private[eddy] def analyses: Long = standard.analyses

  /** How many class files were read for that. */
  private[eddy] def filesRead: Long = ClassRepository.filesRead

  /** The amount of work of all analyses so far, as a number of method bodies that were looked at. */
  private[inference] def steps: Long = standard.steps

  /** For who takes a handler that is to run later. Reads nothing: what nobody has asked for yet is let
    * through.
    *
    * @throws eddy.state.UnprotectedStateException
    *   if it is known that [[protect]] would refuse it
    */
  private[eddy] def admit(handler: AnyRef): Unit = standard.admit(handler)

  /** The handlers that this one registers (`nextTick`, `onText` and so on), and those that they register, as
    * far as they are known before it runs: how and where, and what each touches. Paths begin at the given
    * handler. Notes name the variables and collections of that which they share.
    */
  def registered(handler: AnyRef): List[(String, AccessSummary)] = standard.registered(handler)

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

  /** Why a handler should not be registered: it touches what no lock protects, on threads of its own, or may
    * touch anything. Says which lines do, and what to use instead. What to do with it is for who registers to
    * decide.
    */
  def objection(handler: AnyRef): Option[String] = Violations.of(summary(handler))
end Inference

/** Is notified while a handler that is to run is analysed, on the thread that waits for that. */
private[eddy] trait AnalysisListener:
  def analysing(isOngoing: Boolean): Unit

/** The inference, with an [[AnalysisContext]] for each class loader. Tests put in views that are wrong on
  * purpose.
  */
private[inference] final class Inferences(
    newContext: ClassLoader => AnalysisContext,
    keeping: ClassLoader => Option[KeptSummaries] = _ => None
):
  import Inferences.*

  // the results for a class are dropped with it
  private val slots = new ClassValue[Slot]:
    override def computeValue(c: Class[?]): Slot = Slot()

  private val made = LongAdder()
  private val worked = LongAdder()

  // guarded by this map
  private val contexts = WeakHashMap[ClassLoader, (AnalysisContext, Option[KeptSummaries])]()

  def analyses: Long = made.sum
  def steps: Long = worked.sum

  def summary(handler: AnyRef): AccessSummary =
    try resolver(handler).describe(handler)
    catch case failure: (Exception | LinkageError) => unreachable(handler, failure).describe(handler)

  def lockSet(handler: AnyRef, argument: AnyRef | Null): LockSet =
    try resolver(handler).lockSet(handler, argument)
    catch
      case failure: (Exception | LinkageError) => unreachable(handler, failure).lockSet(handler, argument)

  def protect(
      handler: AnyRef,
      argument: AnyRef | Null,
      analysis: AnalysisListener | Null = null
  ): LockSet =
    try
      val known = resolver(handler, analysis = analysis)
      val why = known.refusal
      if why != null then throw UnprotectedStateException(why)
      known.lockSet(handler, argument)
    catch
      case refusal: UnprotectedStateException => throw refusal
      case failure: (Exception | LinkageError) =>
        unreachable(handler, failure).lockSet(handler, argument)

  def admit(handler: AnyRef): Unit =
    val known = slotOf(handler).known(handler)
    val why = if known == null then null else known.refusal
    if why != null then throw UnprotectedStateException(why)

  def prepare(
      handlers: Seq[(String, AnyRef)],
      doubtful: String => Unit
  ): Seq[CompletableFuture[Option[String]]] =
    for (_, c) <- handlers do contextOf(c.getClass).index.include(c.getClass)
    val readers = Readers()
    try
      handlers.map: (name, c) =>
        CompletableFuture.supplyAsync(() => refused(name, c, doubtful), readers)
    finally readers.shutdown()

  private def refused(name: String, handler: AnyRef, doubtful: String => Unit): Option[String] =
    val later = ofRegistered(handler)
    val own = summary(handler)
    (Violations.doubt(own).toList ++ later.doubts).distinct.foreach(why => doubtful(s"$name: $why"))
    val refused = Violations.refusal(own).toList ++ later.refusals
    Option.when(refused.nonEmpty)(s"$name: ${refused.distinct.mkString("\n")}")

  def aloneLater(handler: AnyRef): List[String] = ofRegistered(handler).alone

  /** What speaks against the handlers that this one registers. Looked at once for all handlers that its
    * summary fits.
    */
  private def ofRegistered(handler: AnyRef): Violations.Registered =
    try
      val known = resolver(handler, withRegistered = true)
      val before = known.registered
      if before != null then before
      else
        val context = contextOf(handler.getClass)
        val found =
          if known.summary.registers then
            objections(Analysis.registering(handler, context).ofRegistered.map(_(1)), handler, context)
          else Violations.Registered(Nil)
        known.registered = found
        found
    catch case _: (Exception | LinkageError) => Violations.Registered(Nil)

  private def objections(registered: => List[SymbolicSummary], handler: AnyRef, context: AnalysisContext) =
    val found =
      try registered.map(Resolver(_, handler, context).describe(handler))
      catch case _: (Exception | LinkageError) => Nil
    Violations.Registered(found)

  /** Where the code of the handler is written, without lines. */
  def codeOf(handler: AnyRef): String =
    val c = handler.getClass
    def ofClass = Names.ofClass(Descriptors.internalName(c).replaceAll("\\$\\$Lambda.*", ""))
    try
      if !ClosureCode.isClosure(c) then ofClass
      else
        ClosureCode.of(handler, contextOf(c).repository).implementations match
          case List(made) => Names.ofMethod(made.method.owner, made.method.name)
          case _ => ofClass
    catch case _: (Exception | LinkageError) => ofClass

  def registered(handler: AnyRef): List[(String, AccessSummary)] =
    try
      val known = resolver(handler)
      if !known.summary.registers then Nil
      else
        val context = contextOf(handler.getClass)
        summariesOfRegistered(known, handler, context).map((how, s) =>
          (how, Resolver(s, handler, context).describe(handler))
        )
    catch case _: (Exception | LinkageError) => Nil

  /** Looked at once for all handlers that its summary fits, as soon as all is initialised that they use. */
  private def summariesOfRegistered(known: Resolver, handler: AnyRef, context: AnalysisContext) =
    val before = known.ofRegistered
    if before != null then before
    else
      val found = Analysis.registering(handler, context).ofRegistered
      if !known.summary.pending && !found.exists(_(1).pending) then known.ofRegistered = found
      found

  /** Objects that the handler refers to cannot be read: in a closed module, or of a class whose initialiser
    * fails.
    */
  private def unreachable(handler: AnyRef, failure: Throwable): Resolver =
    val why = s"an object that the handler refers to cannot be reached: $failure"
    Resolver(SymbolicSummary.unknown(why), handler, contextOf(handler.getClass))

  private def resolver(
      handler: AnyRef,
      withRegistered: Boolean = false,
      analysis: AnalysisListener | Null = null
  ): Resolver =
    val slot = slotOf(handler)
    val known = slot.known(handler)
    if known != null then known
    else
      if analysis != null then analysis.analysing(true)
      try Engine.blocking(analyse(handler, slot, withRegistered))
      finally if analysis != null then analysis.analysing(false)

  private def slotOf(handler: AnyRef): Slot = handler match
    case one: AnalysisStub => slotOf(one.memory)
    case _ => slots.get(handler.getClass)

  private def slotOf(memory: AtomicReference[AnyRef | Null]): Slot =
    memory.compareAndSet(null, Slot()): Unit
    memory.get.asInstanceOf[Slot]

  private def analyse(handler: AnyRef, slot: Slot, withRegistered: Boolean): Resolver =
    val context = contextOf(handler.getClass)
    // one at a time for a class: the second thread need not do it again
    slot.synchronized:
      val known = slot.known(handler)
      if known != null then known
      else
        val found = kept(handler, context).getOrElse(read(handler, context, withRegistered))
        slot.resolvers = (found :: slot.resolvers).take(Limits.Summaries)
        found

  /** What an earlier start of the same program found out. */
  private def kept(handler: AnyRef, context: AnalysisContext): Option[Resolver] =
    for (summary, registered) <- summaries(handler.getClass).flatMap(_.find(handler, context)) yield
      val found = Resolver(summary, handler, context)
      found.registered = registered.map(objections(_, handler, context)).orNull
      found

  private def read(handler: AnyRef, context: AnalysisContext, withRegistered: Boolean): Resolver =
    val first = analysed(handler, context, withRegistered)
    // the verdict must not depend on the stack of the caller, nor on what the JIT compiler makes of its
    // frames
    val (found, done, registering) =
      if !first(1).ranOutOfStack then first
      else Readers.withLargeStack(analysed(handler, context, withRegistered)).getOrElse(first)
    // what could not be followed may have failed for a passing reason
    if context.index.isClassPath && !done.hasGivenUp && registering.forall(!_.hasGivenUp) then
      summaries(handler.getClass).foreach(_.keep(handler, found.summary, done, registering))
    made.increment()
    worked.add(done.steps)
    found

  private def analysed(handler: AnyRef, context: AnalysisContext, withRegistered: Boolean) =
    val done = Analysis.of(handler, context)
    val found = Resolver(done.summary, handler, context)
    val registering =
      Option.when(withRegistered)(if found.summary.registers then done.registering() else done)
    found.registered = registering.map(r => objections(r.ofRegistered.map(_(1)), handler, context)).orNull
    (found, done, registering)

  private def contextOf(cls: Class[?]): AnalysisContext = of(cls)(0)
  private def summaries(cls: Class[?]): Option[KeptSummaries] = of(cls)(1)

  private def of(cls: Class[?]): (AnalysisContext, Option[KeptSummaries]) =
    val loader = Option(cls.getClassLoader).getOrElse(ClassLoader.getSystemClassLoader)
    contexts.synchronized(contexts.computeIfAbsent(loader, l => (newContext(l), keeping(l))))
end Inferences

private[inference] object Inferences:
  final class Slot:
    // written under the slot's monitor
    @volatile var resolvers: List[Resolver] = Nil

    def known(handler: AnyRef): Resolver | Null =
      var left = resolvers
      while left.nonEmpty && !left.head.fits(handler) do left = left.tail
      if left.nonEmpty then left.head else null
