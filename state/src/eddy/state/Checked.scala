package eddy.state

import eddy.runtime.spi.Platform.Use
import eddy.state.internal.{CallbackRun, Lock}

import java.lang.StackWalker.{Option as Walk, StackFrame}

/** Checked mode: every operation of a shared object asserts that the callback which runs it holds what it needs. */
private[eddy] object Checked:
  private val said = System.getProperty("eddy.state.checked")

  /** As the system property `eddy.state.checked` says, which is `true` or `false`. Without it, on from the first callback that
    * comes [[inDevelopment from a folder]]. May be switched at any time.
    */
  @volatile var on: Boolean = "true".equalsIgnoreCase(said)

  /** There is a callback whose class is in a folder, into which build tools and editors compile; what goes into production are
    * jars.
    */
  private[eddy] def inDevelopment(): Unit = if said == null then on = true

  private val walker = StackWalker.getInstance(Walk.RETAIN_CLASS_REFERENCE).nn

  private[state] def check(obj: SharedObject, entry: Lock | Null, mode: Mode, run: CallbackRun): Unit =
    // in a simulation others may come between two operations, as they may on other cores
    val runner = run.unit.runner
    runner.engine.world.beforeUse(run, obj.lock, entry, useOf(mode))
    val protects = runner.policy != LockPolicy.Unprotected
    if protects && obj.madeBy != run.serial && !run.lockSet.covers(obj, entry, mode) then
      throw StateViolation(
        s"${mode.verb} ${obj.lock} at ${callSite()}, but callback $run holds only ${run.lockSet}: " +
          "its use of this object was not found when it was registered (docs/inference.md says what cannot be found)"
      )

  private def useOf(mode: Mode): Use = mode match
    case Mode.Reads => Use.Reads
    case Mode.Commutes => Use.Adds
    case Mode.Writes => Use.Writes

  private def callSite(): String =
    walker.walk(frames => frames.filter(frame => !isOurs(frame)).findFirst()).map(
      _.toString
    ).orElse("an unknown place").nn

  private def isOurs(frame: StackFrame): Boolean =
    val cls = frame.getDeclaringClass
    classOf[SharedObject].isAssignableFrom(cls) || (cls eq getClass)
end Checked
