package eddy.inference

import eddy.inference.internal.heap.Objects
import eddy.state.Target

import subjects.{SnapshotTraps, Trap}

/** What may change is found however it is reached through what cannot. */
class SnapshotTrapsSuite extends eddy.testing.PatientSuite:
  for t <- SnapshotTraps.all do
    test(t.name):
      val summary = Inference.summary(t.callback)
      assert(
        summary.accesses.exists(a => a.mode.allows(t.how) && covers(a.target, t)),
        CasesSuite.show(summary)
      )

  private def covers(target: Target, t: Trap) = target match
    case Target.Fields(o) => o eq Objects.beneath(t.found)
    case Target.Shared(o) => o eq t.found
    case Target.OfType(c) => c.isInstance(t.found) || isLibrary(c) && isLibrary(t.found.getClass)
    case Target.Static(_, _) => false
    case Target.Everything => true
    case Target.Entry(_, _) => false

  private def isLibrary(c: Class[?]) = c.isArray || List("java.", "scala.").exists(c.getName.startsWith)
end SnapshotTrapsSuite
