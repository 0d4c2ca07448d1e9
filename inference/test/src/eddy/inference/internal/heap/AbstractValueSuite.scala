package eddy.inference.internal.heap

/** What the analysis knows of a variable only grows, or its rounds would never end. */
class ValueSuite extends eddy.testing.PatientSuite:
  private def made(i: Int): AbstractValue = AbstractValue.of(AbstractObject.Made("app/Thing", i))
  private val many = AbstractValue.join((1 to 100).map(made))

  test("a value of too many objects is taken as unknown"):
    assertEquals(many.objects, Set(AbstractValue.anything))

  test("a value that is taken as unknown stays so, whatever is added and in whichever order"):
    assertEquals(many | made(1000), many)
    assertEquals(made(1000) | many, many)
    assertEquals(AbstractValue.of(AbstractValue.anything) | many, many)

  test("an unknown object beside known ones is no reason to forget those"):
    assertEquals((AbstractValue.of(AbstractValue.anything) | made(1)).objects.size, 2)
end ValueSuite
