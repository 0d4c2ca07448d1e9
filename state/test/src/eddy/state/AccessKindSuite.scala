package eddy.state

class AccessKindSuite extends eddy.testing.PatientSuite:
  private val all = AccessKind.values.toList

  test("reading and commuting go together with their own kind only, writing with nothing"):
    val together = for a <- all; b <- all if a.goesWith(b) yield (a, b)
    assertEquals(
      together,
      List((AccessKind.Reads, AccessKind.Reads), (AccessKind.Commutes, AccessKind.Commutes))
    )

  test("two modes joined allow what each allows"):
    for a <- all; b <- all; c <- all if a.allows(c) || b.allows(c) do
      assert(a.join(b).allows(c), s"$a and $b: $c")

  test("an access that excludes a mode excludes it joined with another"):
    for a <- all; b <- all; c <- all if !a.goesWith(c) do assert(!a.join(b).goesWith(c), s"$a and $b: $c")
