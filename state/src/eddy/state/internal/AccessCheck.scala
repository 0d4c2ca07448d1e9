package eddy.state.internal

import eddy.runtime.spi.Platform.Use
import eddy.state.internal.lock.{Lock, LockHolder}
import eddy.state.{AccessKind, LockPolicy, SharedObject, StateViolationException}

import java.lang.StackWalker.{Option as Walk, StackFrame}

/** Asserts that a handler holds what an operation of a shared object needs, in [[eddy.state.Checked]] mode.
  */
private[state] object AccessCheck:
  private val walker = StackWalker.getInstance(Walk.RETAIN_CLASS_REFERENCE).nn

  def check(obj: SharedObject, entry: Lock | Null, access: AccessKind, run: LockHolder): Unit = run match
    case acquired: Acquisition =>
      // in a simulation other handlers may run between two operations, as they may on other cores
      acquired.host.engine.platform.beforeUse(acquired, obj.lock, entry, useOf(access))
      val protects = acquired.host.policy != LockPolicy.Unprotected
      if protects && obj.madeBy != run.serial && !acquired.lockSet.covers(obj, entry, access) then
        throw StateViolationException(
          s"${access.verb} ${obj.lock} at ${callSite()}, but handler $run holds only ${acquired.lockSet}: " +
            "its use of this object was not found when it was registered (docs/inference.md says what cannot be found)"
        )
    case other => throw IllegalStateException(s"$other holds locks and is no handler")

  private def useOf(access: AccessKind): Use = access match
    case AccessKind.Reads => Use.Reads
    case AccessKind.Commutes => Use.Adds
    case AccessKind.Writes => Use.Writes

  private def callSite(): String =
    walker.walk(frames => frames.filter(frame => !isOurs(frame)).findFirst()).map(
      _.toString
    ).orElse("an unknown place").nn

  private def isOurs(frame: StackFrame): Boolean =
    val cls = frame.getDeclaringClass
    classOf[SharedObject].isAssignableFrom(cls) || (cls eq getClass)
end AccessCheck
