package eddy.inference.internal.heap

/** What the analysis knows of a variable only grows, or its rounds would never end. */
class ValueSuite extends eddy.testing.PatientSuite:
  private def atom(i: Int): AbstractValue = AbstractValue.of(AbstractObject.Made("app/Thing", i))
  private val many = AbstractValue.join((1 to 100).map(atom))

  test("a value of too many objects is taken as unknown"):
    assertEquals(many.atoms, Set(AbstractValue.anything))

  test("a value that is taken as unknown stays so, whatever is added and in whichever order"):
    assertEquals(many | atom(1000), many)
    assertEquals(atom(1000) | many, many)
    assertEquals(AbstractValue.of(AbstractValue.anything) | many, many)

  test("an unknown object beside known ones is no reason to forget those"):
    assertEquals((AbstractValue.of(AbstractValue.anything) | atom(1)).atoms.size, 2)
end ValueSuite
