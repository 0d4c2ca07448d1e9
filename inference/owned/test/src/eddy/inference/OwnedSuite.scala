package eddy.inference

import eddy.state.{AccessKind, Target}

import owned.Owned

/** What the application's own classes hold is found behind code of libraries. */
class OwnedSuite extends eddy.testing.PatientSuite:
  private val programs = Owned(Owned.Counter())

  for (name, changed, handler) <- programs.causes do
    test(s"exceptions: $name is seen"):
      assertLocks(handler, changed)

  for (name, changed, handler) <- programs.converted do
    test(s"an own class behind library code: $name is followed"):
      assertLocks(handler, changed)

  for (name, changed, handler) <- programs.variables do
    test(s"variables: $name is changed"):
      assertLocks(handler, changed)

  for (name, changed, handler) <- programs.sorted do
    test(s"a comparator that changes elements: $name"):
      assertLocks(handler, changed)

  for (name, changed, handler) <- programs.orderings do
    test(s"functions that a collection keeps: $name"):
      assertLocks(handler, changed)

  /** The handler's locks keep all others from the object while it runs. */
  private def assertLocks(handler: AnyRef, changed: AnyRef): Unit =
    val found = Inference.summary(handler).accesses.map(a => (a.target, a.mode)).toSet
    val covers = found.exists:
      case (Target.Fields(o), AccessKind.Writes) => o eq changed
      case (Target.OfType(c), AccessKind.Writes) =>
        c.isInstance(changed) || isLibrary(c) && superClasses(changed.getClass).exists(isLibrary)
      case (target, _) => target == Target.Everything
    assert(covers, s"$changed is not among $found")

  /** Objects of any collection of a library exclude each other. */
  private def isLibrary(c: Class[?]) =
    c != classOf[Object] && List("java.", "scala.").exists(c.getName.startsWith)

  private def superClasses(c: Class[?] | Null): List[Class[?]] =
    if c == null then Nil else c :: superClasses(c.getSuperclass)
end OwnedSuite
