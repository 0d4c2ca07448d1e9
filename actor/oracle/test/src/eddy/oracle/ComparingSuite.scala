package eddy.oracle

/** Scenarios on both libraries: the same trace, or the difference that is stated. */
abstract class ComparingSuite extends eddy.testing.PatientSuite:
  /** @param original the traces of the original library */
  protected def compare(
      scenarios: Vector[(String, Trace => Unit)],
      original: => Map[String, List[String]],
      differences: List[Difference]
  ): Unit =
    val stated = differences.map(d => d.scenario -> d).toMap
    for (name, body) <- scenarios do
      test(name):
        val trace = new Trace
        body(trace)
        val eddy = trace.result()
        val theirs = original.getOrElse(name, fail("the original has no such scenario"))
        stated.get(name) match
          case None => assertEquals(eddy, theirs)
          case Some(one) => assertEquals((eddy, theirs), (one.eddy, one.original), one.why)

    test("both libraries have the same scenarios, and differences are stated for these only"):
      assertEquals(scenarios.map(_._1).toSet, original.keySet)
      assertEquals(stated.keySet -- scenarios.map(_._1), Set.empty)
  end compare
end ComparingSuite
