package eddy.inference.internal.librarycalls

import eddy.inference.internal.bytecode.{Descriptors, MethodName}
import eddy.inference.internal.context.AnalysisState
import eddy.inference.internal.heap.{AbstractObject, AbstractValue, AccessPath, Executors, Key}
import eddy.inference.internal.values.{ObjectKinds, Reachability}
import eddy.state.AccessKind

/** Calls that hand code to other threads. No lock of the handler protects the objects that it uses there. */
private[inference] final class SpawningCalls(
    state: AnalysisState,
    kinds: ObjectKinds,
    reachability: Reachability,
    reentry: LibraryReentry,
    libraryEffects: LibraryEffects,
    results: LibraryResults
):
  import state.context.{callerRuns, library}
  import state.{effects, heap, snapshot, types}

  def spawns(called: MethodName, arguments: Vector[AbstractValue]): Boolean =
    library.spawns(called.owner, called.name) || isParallel(called, arguments)

  def spawn(
      called: MethodName,
      receiver: Option[AbstractValue],
      arguments: Vector[AbstractValue]
  ): AbstractValue =
    val all = receiver.toVector ++ arguments
    // it waits for its threads: what these change of the arguments, the handler changes
    if library.changesArguments(called.owner, called.name) then
      all.foreach(libraryEffects.onArgument(called, _, AccessKind.Writes))
    if library.makesParallel(called.owner, called.name) then heap.goParallel()
    val resultType = Descriptors.className(Descriptors.result(called.descriptor))
    // the threads of a stream use what is in it
    val isStream = resultType.exists(libraryEffects.isCursor)
    all.foreach(heap.escape(_, c => library.isThirdParty(c) || isStream && libraryEffects.isCursor(c)))
    val reached = reachability.from(all)
    val held = AbstractValue.of(reached + AbstractValue.anything)
    // tasks in a list, too
    def look(at: Set[AbstractObject]) =
      AbstractValue.join(at.toList.map(a =>
        reentry.handedOver(AbstractValue.of(a), Vector(held, held, held))
      ))
    val returned = effects.detached(look(reached))
    // a future that is complete runs it at once, before it returns
    val here = library.runsHere(called.owner, called.name) || all.exists(runsOnTheSpot)
    if here then look(calledHere(receiver, arguments)): Unit
    // a call that waits for it gets the results of the functions, and calls none of them
    val rest = if here then AbstractValue.join(all) else AbstractValue.join(all.map(_.only(!isTask(_))))
    resultType.fold(types.blank(Descriptors.result(called.descriptor))): c =>
      if isStream then
        // nobody else has it, but what it is made of
        all.foreach(libraryEffects.onArgument(called, _, AccessKind.Reads, takes = true))
        AbstractValue.join(all).only(libraryEffects.isMovedOn) | results.fresh(called, c, held | returned)
      else
        val made = if library.isThirdParty(c) then results.fresh(called, c, returned) else types.unknown(c)
        AbstractValue.of(rest.objects) | made
  end spawn

  /** Such a future calls its arguments, and the functions that it holds. It also holds its result, which it
    * only passes on.
    */
  private def calledHere(receiver: Option[AbstractValue], arguments: Vector[AbstractValue]) =
    val held =
      receiver.fold(Set.empty)(v => reachability.from(Vector(v)).filter(a => v.objects(a) || !kinds.isOwn(a)))
    held ++ reachability.from(arguments)

  /** Runs on another thread only, or has others run there. */
  private def isTask(a: AbstractObject): Boolean = kinds.isFunction(a) || (a match
    case AbstractObject.Existing(p, _) if p.isStable =>
      snapshot.classes(p).exists(c => callerRuns.isExecutor(Descriptors.internalName(c)))
    case AbstractObject.Existing(_, declared) => callerRuns.isExecutor(declared)
    case _ => false)

  /** It may run what it is resultType on the thread that hands it over. */
  private def runsOnTheSpot(executor: AbstractValue): Boolean = executor.objects.exists:
    case AbstractObject.Existing(p, _) if p.isStable =>
      // a library's object, such as a cache, may have been made with one
      def held = snapshot.objects(p / AccessPath.Step.Held)
      snapshot.objects(p).exists(Executors.isOnTheSpot) ||
      snapshot.classes(p).exists(library.isThirdParty(_)) && held.exists(Executors.isOnTheSpot)
    case AbstractObject.Existing(_, c) => callerRuns.mayBe(c)
    case AbstractObject.Unknown(c) => callerRuns.mayBe(c)
    case a @ AbstractObject.Made(c, _) =>
      // a library makes it of another one
      callerRuns.is(c) || callerRuns.isExecutor(c) && library.isLibrary(c) &&
      reachability.elements(AbstractValue.of(a)).objects.exists(e =>
        e != a && runsOnTheSpot(AbstractValue.of(e))
      )
    case AbstractObject.Closure(_, interfaces, _) => interfaces.exists(callerRuns.isExecutor)
    case _ => false

  /** With a threshold from which on it uses several threads, or a flag that is not surely false. */
  private def isParallel(m: MethodName, arguments: Vector[AbstractValue]) =
    library.hasThreshold(m.owner, m.name) && m.descriptor.startsWith("(J") &&
      !arguments.head.key.contains(Key.Constant(java.lang.Long.valueOf(Long.MaxValue))) ||
      library.hasSwitch(m.owner, m.name) &&
      !arguments.last.key.contains(Key.Constant(Integer.valueOf(0)))
end SpawningCalls
