package eddy.house

import eddy.testing.PatientSuite

import java.nio.file.{Files, Path}

class RatchetSuite extends PatientSuite:
  private val folder = FunFixture[Path](
    _ => Files.createTempDirectory("house"),
    folder =>
      val _ = Files.deleteIfExists(folder.resolve("x.txt"))
      Files.delete(folder)
  )

  private def findings(key: String, count: Int) =
    (1 to count).map(i => Finding(key, s"$key/A.scala", i, "\"anew\"", "again"))

  private def complaints(
      folder: Path,
      found: Seq[Finding],
      bySize: Boolean = false,
      updates: Boolean = false
  ) =
    Ratchet(folder.resolve("x.txt"), bySize, updates).complaints(found)

  private def allowing(folder: Path, text: String) = Files.writeString(folder.resolve("x.txt"), text)

  folder.test("the counts of the file pass"): folder =>
    val _ = allowing(folder, "# today\nweb 2\n")
    assertEquals(complaints(folder, findings("web", 2)), Nil)

  folder.test("a count that grew fails, with the findings of this module only"): folder =>
    val _ = allowing(folder, "push 1\nweb 1\n")
    val texts = complaints(folder, findings("web", 2) ++ findings("push", 1))
    assertEquals(texts.size, 1)
    assertEquals(
      texts.head.linesIterator.toSeq,
      Seq(
        "web has 2, house/exceptions/x.txt allows 1. Files changed last come first:",
        "  web/A.scala:1: \"anew\"; instead: again",
        "  web/A.scala:2: \"anew\"; instead: again"
      )
    )

  folder.test("a module without a line may have none"): folder =>
    val _ = allowing(folder, "")
    assertEquals(complaints(folder, findings("web", 1)).size, 1)

  folder.test("at most 20 findings are shown"): folder =>
    val _ = allowing(folder, "")
    val lines = complaints(folder, findings("web", 30)).head.linesIterator.toSeq
    assertEquals((lines.size, lines.last), (22, "  and 10 more"))

  folder.test("a count that fell fails with the command that lowers it"): folder =>
    val _ = allowing(folder, "web 3\n")
    assertEquals(
      complaints(folder, findings("web", 1)),
      Seq(
        "tighten house/exceptions/x.txt: run EDDY_HOUSE_UPDATE=1 ./mill house.test (web has 1, the file allows 3)"
      )
    )

  folder.test("an update lowers counts and leaves out modules without findings"): folder =>
    val _ = allowing(folder, "push 1\nweb 3\n")
    assertEquals(complaints(folder, findings("web", 1), updates = true), Nil)
    assertEquals(
      Files.readString(folder.resolve("x.txt")).linesIterator.filterNot(_.startsWith("#")).toSeq,
      Seq("web 1")
    )

  folder.test("a reason behind a count stays at an update"): folder =>
    val _ = allowing(folder, "push 1 # a race\nweb 3 # as slow as 3 readers\n")
    assertEquals(complaints(folder, findings("web", 1), updates = true), Nil)
    assertEquals(
      Files.readString(folder.resolve("x.txt")).linesIterator.filterNot(_.startsWith("#")).toSeq,
      Seq("web 1 # as slow as 3 readers")
    )

  folder.test("an update does not raise a count"): folder =>
    val _ = allowing(folder, "web 1\n")
    assertEquals(complaints(folder, findings("web", 2), updates = true).size, 1)

  folder.test("a missing file fails; an update writes it"): folder =>
    assertEquals(complaints(folder, findings("web", 2)).size, 1)
    assertEquals(complaints(folder, findings("web", 2), updates = true), Nil)
    assertEquals(complaints(folder, findings("web", 2)), Nil)

  folder.test("for groups, one that grew fails although there are fewer"): folder =>
    val _ = allowing(folder, "web 12 10\n")
    def group(size: Int) = Finding("web", "", 0, s"$size types", "smaller groups", size)
    assertEquals(complaints(folder, Seq(group(10), group(12)), bySize = true), Nil)
    assertEquals(complaints(folder, Seq(group(13)), bySize = true).size, 1)
    assert(clue(complaints(folder, Seq(group(12)), bySize = true).head).startsWith("tighten"))
end RatchetSuite
