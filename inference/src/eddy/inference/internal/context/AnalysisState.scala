package eddy.inference.internal.context

import eddy.inference.internal.bytecode.{Descriptors, MethodName}
import eddy.inference.internal.heap.AbstractValue
import eddy.inference.report.{Coarse, Evidence}

/** What one analysis has found so far, and what it looks things up in. Plain data: the rules that change it
  * are [[Rules]]. For one thread.
  */
private[inference] final class AnalysisState(val context: AnalysisContext, handler: AnyRef):
  val effects: Effects = Effects()
  val tasks: FixpointSolver = FixpointSolver()
  val heap: Heap = Heap(tasks)
  val types: Types = context.types
  val snapshot: HeapSnapshot = HeapSnapshot(handler, context, effects)

  private val following = SolverCell(false)

  /** The handlers that this one registers are looked at, too, each for itself. */
  def followsRegistered: Boolean = tasks.read(following)
  def followRegistered(): Unit = tasks.write(following, true)

  private var grown = false

  /** Keys could be followed further than they were: another analysis would find more entries. */
  def foundKeyed: Boolean = grown

  /** Here an entry of a shared object is accessed. */
  def followsKeys(): Unit = for m <- effects.callers do if context.keyed.add(m) then grown = true

  private var gaveUp = Option.empty[Evidence]

  /** Why some of the code is not followed: the handler may do everything, and beside that what was found. */
  def givenUp: Option[Evidence] = gaveUp
  def hasGivenUp: Boolean = gaveUp.nonEmpty
  def giveUp(why: String): Unit =
    if gaveUp.isEmpty then
      gaveUp = Some(Evidence.first(effects.here, Some(Coarse(s"the analysis gave up: $why"))))

  /** What code returns of which nothing is known. */
  def unknown(method: MethodName, why: String, cause: Coarse.Cause = Coarse.Cause.Other): AbstractValue =
    effects.everything(why, cause)
    types.ofDescriptor(Descriptors.result(method.descriptor))

  /** The place at which a call makes an object. */
  def siteOf(called: MethodName): Int =
    effects.position.fold(heap.site(called, -2))(p => heap.site(p.method, p.instruction))
end AnalysisState
