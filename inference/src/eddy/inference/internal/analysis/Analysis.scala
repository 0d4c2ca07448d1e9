package eddy.inference.internal.analysis

import eddy.inference.internal.Limits
import eddy.inference.internal.bytecode.{Descriptors, MethodName, Names}
import eddy.inference.internal.code.TooLarge
import eddy.inference.internal.context.{
  AnalysisContext,
  AnalysisState,
  Effect,
  HeapSnapshot,
  Location,
  SymbolicSummary
}
import eddy.inference.internal.heap.{AbstractObject, AbstractValue, AccessPath, ClosureCode, Key}
import eddy.inference.spi.AnalysisStub
import eddy.state.AccessKind

import scala.util.control.NonFatal

/** Works out what one handler object may touch: an abstract interpretation of its bytecode and of all that
  * it calls (design: docs/inference.md; the idea of classifying handlers from their bytecode: Node.Scala,
  * section 4). For one thread.
  */
private[inference] final class Analysis private (val context: AnalysisContext, handler: AnyRef):
  private val state = AnalysisState(context, handler)
  private val rules = Rules(state)
  import rules.closures
  import state.{effects, tasks, types}

  /** The objects that were met. */
  def snapshot: HeapSnapshot = state.snapshot

  /** The amount of work. */
  def steps: Int = tasks.steps

  /** What the handler itself touches. */
  def summary: SymbolicSummary = SymbolicSummary.of(state, effects.own)

  /** Looks also at the handlers that this one registers, with how and where, as far as they are known before
    * it runs. The effects about the handler itself are used up, and must not be asked for afterwards.
    */
  def registering(): Analysis =
    if !hasGivenUp && !state.foundKeyed then
      state.followRegistered()
      val _ = run()
    if !hasGivenUp && !state.foundKeyed then this else Analysis.registering(handler, context)

  /** What the handlers that [[registering]] has looked at touch, with how and where they are registered. */
  def ofRegistered: List[(String, SymbolicSummary)] =
    for part <- effects.registered; how <- part.registered yield (how, SymbolicSummary.of(state, part))

  private def run(): this.type =
    attempt(roundsUntilNothingChanges())
    // of which handler it was is not known
    for found <- state.givenUp; part <- effects.own :: effects.registered do
      part.found(Effect(Location.Everything, AccessKind.Writes)) = found
    this

  /** Whatever goes wrong, the answer is sound: a handler that cannot be understood excludes all others. The
    * rest of it is looked at all the same, as something may speak against letting it run at all.
    */
  private def attempt(look: => Unit): Unit =
    try look
    catch
      case _: StackOverflowError =>
        ranOut = true
        state.giveUp("the code calls itself too deeply to follow")
      case e: LinkageError => state.giveUp(s"$e")
      case NonFatal(e) => state.giveUp(s"$e")

  /** It may do everything, and beside that what was found. */
  def hasGivenUp: Boolean = state.hasGivenUp

  /** The stack of this thread was too small. */
  def ranOutOfStack: Boolean = ranOut
  private var ranOut = false

  private def roundsUntilNothingChanges(): Unit =
    var round = 1
    var again = true
    while again do
      // who follows keys further may come upon others
      tasks.newRound(all = state.foundKeyed)
      effects.restart()
      start()
      again = !hasGivenUp && (tasks.changed || round == 1 && state.foundKeyed)
      round += 1
      if again && round > Limits.Rounds then
        throw TooLarge(s"values still change after ${Limits.Rounds} rounds")

  private def start(): Unit =
    val c = handler.getClass
    if !context.library.isUnguarded(Descriptors.internalName(c)) then enter(c)

  private def enter(c: Class[?]): Unit =
    context.index.include(if ClosureCode.isClosure(c) then c.getNestHost else c)
    if ClosureCode.isClosure(c) then
      closures.ways(AccessPath.handler, handler, arguments).foreach(look)
      // default methods of the application's by which others call it
      ClosureCode.interfacesOf(c).filter(context.library.isUser).foreach(i =>
        entries(i, context.overrides.entries(i))
      )
    else overriding(Descriptors.internalName(c))

  /** An ordinary class: what overrides a method of the framework or of the library is what will be called. */
  private def overriding(c: String): Unit =
    val found = context.overrides.entries(c)
    if found.isEmpty then
      effects.everything(s"${Names.ofClass(c)} has no method that the framework could call")
    entries(c, found)

  private def entries(c: String, methods: List[MethodName]): Unit =
    val self = AbstractValue.of(AbstractObject.Existing(AccessPath.handler, c))
    for m <- methods do
      look(() => rules.exact(m.in(c), self +: arguments(Descriptors.parameters(m.descriptor))))

  /** At one of several pieces of code, each of which may be run. */
  private def look(code: () => AbstractValue): Unit =
    attempt(code(): Unit)
    effects.restart()

  private def arguments(parameters: Vector[String]): Vector[AbstractValue] =
    parameters.zipWithIndex.map: (p, i) =>
      // in place of another handler, which gets other arguments
      types.ofRootParameter(p).known(Option.when(!handler.isInstanceOf[AnalysisStub])(Key.Argument(i)))
end Analysis

private[inference] object Analysis:

  /** Of the handler itself. */
  def of(handler: AnyRef, context: AnalysisContext): Analysis =
    ofKeys(handler, context, withRegistered = false)

  /** Through which methods keys have to be followed is not known before they have been looked at once. */
  private def ofKeys(handler: AnyRef, context: AnalysisContext, withRegistered: Boolean): Analysis =
    val first = once(handler, context, withRegistered)
    if first.hasGivenUp || !first.state.foundKeyed then first
    else
      val second = once(handler, context, withRegistered)
      if second.hasGivenUp then first else second

  private def once(handler: AnyRef, context: AnalysisContext, withRegistered: Boolean) =
    val it = Analysis(context, handler)
    if withRegistered then it.state.followRegistered()
    it.run()

  /** Looks also at the handlers that this one registers, with how and where, as far as they are known before
    * it runs.
    */
  def registering(handler: AnyRef, context: AnalysisContext): Analysis =
    ofKeys(handler, context, withRegistered = true)
end Analysis
