package eddy.house

import java.nio.file.Files

/** The page that shows the structure of the core. */
class StructurePageSuite extends HouseSuite:
  private val core = Seq("runtime", "actor", "state", "inference")
  private val page = House.checkout.resolve("docs/internals/structure.md")
  private val mark = "<!-- written by ./mill house.test; do not edit below -->\n"

  test("docs/internals/structure.md shows the packages of runtime, actor, state and inference"):
    val classes = House.mainClasses.toMap
    val tables = core.map(name => Structure.of(name, classes(name)).text).mkString("\n")
    val before = Files.readString(page)
    val head = before.substring(0, before.indexOf(mark) + mark.length)
    val now = s"$head\n$tables"
    if House.updates then Files.writeString(page, now): Unit
    else if before != now then fail(s"docs/internals/structure.md is not up to date: run ${Ratchet.update}")
end StructurePageSuite
