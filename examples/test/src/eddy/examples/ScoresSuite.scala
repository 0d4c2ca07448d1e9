package eddy.examples

class ScoresSuite extends eddy.testing.PatientSuite:
  test("a reader that was away hears every goal once"):
    Scores.run().map(goals => assertEquals(goals, Vector("1:0", "1:1", "2:1", "3:1").map(g => s"\"$g\"")))(
      using munitExecutionContext
    )
