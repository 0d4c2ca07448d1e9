package eddy.inference.internal.analysis

import eddy.inference.internal.bytecode.MethodName
import eddy.inference.internal.context.AnalysisState
import eddy.inference.internal.heap.AbstractValue
import eddy.inference.internal.librarycalls.{
  Handovers,
  LibraryCalls,
  LibraryEffects,
  LibraryReentry,
  LibraryResults,
  Registrations,
  SpawningCalls
}
import eddy.inference.internal.values.{
  Closures,
  FieldAccesses,
  Keys,
  LazyValues,
  ObjectKinds,
  Reachability,
  Records,
  Semantics
}

/** The rules of one analysis, each made of those before it; what one needs of a later one goes through
  * [[Semantics]].
  */
private[inference] final class Rules(state: AnalysisState) extends Semantics:
  private val keys = Keys(state)
  private val kinds = ObjectKinds(state)
  private val fields = FieldAccesses(state)
  private lazy val lazyValues = LazyValues(state, this)
  private lazy val reachability = Reachability(state, fields, lazyValues)
  private lazy val records = Records(state, fields, this)
  lazy val closures: Closures = Closures(state, keys, kinds, reachability, records, this)
  private lazy val reentry = LibraryReentry(state, kinds, reachability, closures, this)
  private lazy val handovers = Handovers(state, reachability)
  private lazy val registrations = Registrations(state, reachability, closures, this)
  private lazy val effects = LibraryEffects(state, fields, reachability)
  private lazy val results = LibraryResults(state, fields, kinds, reachability, effects)
  private lazy val spawning = SpawningCalls(state, kinds, reachability, reentry, effects, results)
  private lazy val libraryCalls = LibraryCalls(
    state,
    keys,
    kinds,
    fields,
    reachability,
    reentry,
    handovers,
    registrations,
    effects,
    results,
    spawning,
    this
  )
  private lazy val declaredCalls = DeclaredCalls(state, keys, reentry, registrations, effects, results)
  private lazy val interpreter = Interpreter(state, keys, fields, closures, reentry, this)
  private lazy val methods = Methods(state, fields, lazyValues, interpreter)
  private lazy val calls = Calls(state, closures, reentry, libraryCalls, declaredCalls, methods)

  def static(called: MethodName, arguments: Vector[AbstractValue]): AbstractValue =
    calls.static(called, arguments)
  def exact(called: MethodName, arguments: Vector[AbstractValue]): AbstractValue =
    calls.exact(called, arguments)
  def virtual(called: MethodName, arguments: Vector[AbstractValue]): AbstractValue =
    calls.virtual(called, arguments)
  def body(method: MethodName, arguments: Vector[AbstractValue]): AbstractValue =
    methods.result(method, arguments)
  def library(
      called: MethodName,
      receiver: Option[AbstractValue],
      arguments: Vector[AbstractValue]
  ): AbstractValue =
    libraryCalls.result(called, receiver, arguments)
  def handedOver(v: AbstractValue, arguments: Vector[AbstractValue]): AbstractValue =
    reentry.handedOver(v, arguments)
end Rules
