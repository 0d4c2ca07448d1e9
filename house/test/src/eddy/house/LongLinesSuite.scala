package eddy.house

import eddy.testing.PatientSuite

class LongLinesSuite extends PatientSuite:
  private val long = "word " * 30

  private def lines(findings: Seq[Finding]) = findings.map(_.line)

  test("a line over 110 columns in a page is a finding; in a table and in indented code it is not"):
    val page =
      Planted.file("docs/page.md", s"Short.\n$long\n| $long |\n    $long\n${"x" * 110}\n${"x" * 111}\n")
    assertEquals(lines(LongLines.in(page)), Seq(2, 6))

  test("a comment and the name of a test are findings; code is not"):
    val text = s"val a = \"$long\"\n// $long\n/** $long */\nval b = 1 // $long\n  test(\"$long\"):\n"
    assertEquals(lines(LongLines.in(Planted.source("web/test/src/A.scala", text))), Seq(2, 3, 4, 5))

  test("columns are characters, not bytes or UTF-16 units"):
    assertEquals(LongLines.in(Planted.file("docs/page.md", "😀" * 110)), Nil)
end LongLinesSuite
