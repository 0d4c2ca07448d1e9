package eddy.inference.internal.analysis

import eddy.inference.internal.bytecode.MethodName
import eddy.inference.internal.heap.Value

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
  private lazy val callbacks = Callbacks(state, reachability, closures, this)
  private lazy val handovers = Handovers(state, reachability)
  private lazy val registrations = Registrations(state, reachability, closures, this)
  private lazy val effects = LibraryEffects(state, fields, reachability)
  private lazy val results = LibraryResults(state, fields, reachability, effects)
  private lazy val spawning = SpawningCalls(state, kinds, reachability, callbacks, effects, results)
  private lazy val libraryCalls = LibraryCalls(
    state,
    keys,
    kinds,
    fields,
    reachability,
    callbacks,
    handovers,
    registrations,
    effects,
    results,
    spawning,
    this
  )
  private lazy val declaredCalls = DeclaredCalls(state, keys, callbacks, registrations, effects, results)
  private lazy val interpreter = Interpreter(state, keys, fields, closures, callbacks, this)
  private lazy val methods = Methods(state, fields, lazyValues, interpreter)
  private lazy val calls = Calls(state, closures, callbacks, libraryCalls, declaredCalls, methods)

  def static(called: MethodName, arguments: Vector[Value]): Value = calls.static(called, arguments)
  def exact(called: MethodName, arguments: Vector[Value]): Value = calls.exact(called, arguments)
  def virtual(called: MethodName, arguments: Vector[Value]): Value = calls.virtual(called, arguments)
  def body(method: MethodName, arguments: Vector[Value]): Value = methods.result(method, arguments)
  def library(called: MethodName, receiver: Option[Value], arguments: Vector[Value]): Value =
    libraryCalls.result(called, receiver, arguments)
  def handedOver(v: Value, arguments: Vector[Value]): Value = callbacks.handedOver(v, arguments)
end Rules
