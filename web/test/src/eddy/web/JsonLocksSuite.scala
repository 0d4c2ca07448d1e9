package eddy.web

class JsonLocksSuite extends eddy.testing.PatientSuite:
  test("a snapshot as JSON, as an answer or as a text, reads what it is of, also before its codec is made"):
    val said = Explanation.of(subjects.Votes().routes).linesIterator.toList
    for path <- Seq("/json", "/text") do
      assert(clue(said).contains(s"GET $path: read-only: runs beside handlers that only read what it reads"))
    assertEquals(said.count(_.startsWith("  also reads ")), 2)
