package eddy.bench.peers

class ReportsSuite extends eddy.testing.PatientSuite:
  test("the sum is there when all have reported, from whatever threads"):
    val reports = Reports(100)
    val threads = (1 to 100).map(i => Thread.startVirtualThread(() => reports.report(i)))
    assertEquals(reports.await(), 5050L)
    threads.foreach(_.nn.join())

  test("a failure ends the waiting"):
    val reports = Reports(2)
    reports.report(1)
    reports.fail(IllegalStateException("an actor died"))
    assertEquals(intercept[IllegalStateException](reports.await()).getMessage, "an actor died")

  test("a slice is some integer work that cannot be left out"):
    assert(Slices.steps > 1)
    assertNotEquals(Slices.run(Slices.run(1L)), Slices.run(1L))
end ReportsSuite
