package eddy.inference.internal.library

import java.nio.file.{Files, Path as FilePath}

/** Users who write facts find all words on one page. */
class FactKindSuite extends eddy.testing.PatientSuite:
  private val page = Files.readString(FilePath.of(sys.env("EDDY_CHECKOUT"), "docs", "facts.md")).nn
  private val rows = raw"(?m)^\| `(\w+)` \|".r.findAllMatchIn(page).map(_.group(1).nn).toList

  test("docs/facts.md has one row for each word"):
    assertEquals(rows.sorted, FactKind.values.map(_.word).toList.sorted)

  test("the examples of docs/facts.md are facts with the word of their row"):
    val examples = raw"(?m)^\| `(\w+)` \|.*\| `([^`|]+)` \|$$".r
      .findAllMatchIn(page)
      .map(m => (m.group(1).nn, m.group(2).nn))
      .filter((_, example) => example.contains(" "))
      .toList
    assert(examples.sizeIs > 20, s"${examples.size} examples were found")
    for (word, example) <- examples do
      assertEquals(example.takeWhile(_ != ' '), word)
      val _ = LibraryModel.parse(example)

  test("docs/facts.md names the words that need one class"):
    val after = page.linesIterator.dropWhile(!_.contains("One class, by name:")).toList
    val named = (after.take(1) ++ after.drop(1).takeWhile(_.startsWith("  "))).mkString(" ")
    assertEquals(
      raw"`(\w+)`".r.findAllMatchIn(named).map(_.group(1).nn).toList.sorted,
      FactKind.values.filter(_.isOfOneClass).map(_.word).toList.sorted
    )
end FactKindSuite
