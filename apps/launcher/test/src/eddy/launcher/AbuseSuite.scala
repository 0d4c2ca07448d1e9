package eddy.launcher

import eddy.testing.TestFolder

import java.nio.file.Files

class AbuseSuite extends eddy.testing.PatientSuite:
  test("a server holds when each attack of `bench abuse` takes a second"):
    val files = TestFolder.make("eddy-abuse")
    val run = Run("bench", "abuse", "--seconds", "1", "--out", files.toString)
    val summary = if Files.exists(files.resolve("summary.txt")) then run.out else "there is no summary"
    assertEquals((run.code, run.err), (0, ""), summary)
    assert(run.out.contains("the server held"), run.out)

  test("an attack that does not exist is refused, and the nearest one named"):
    val run = Run("bench", "abuse", "--only", "unred")
    assertEquals(run.code, 2)
    assert(run.err.contains("did you mean unread?"), run.err)

  for text <- Seq("0", "-1", "x") do
    test(s"--seconds $text is refused"):
      val run = Run("bench", "abuse", "--seconds", text)
      assertEquals(run.code, 2)
      assert(run.err.contains(s"--seconds $text"), run.err)
