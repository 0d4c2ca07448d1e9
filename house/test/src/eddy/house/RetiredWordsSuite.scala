package eddy.house

import eddy.testing.PatientSuite

class RetiredWordsSuite extends PatientSuite:
  private val words =
    RetiredWords(WordList.parse(Seq("# a comment", "", "(is|are) told => receives", "^what is => a noun")))

  private def inSource(path: String, text: String) =
    words.in(Planted.source(path, text)).map(f => (f.line, f.text.replace("\"", "")))

  private def inPage(text: String) =
    words.in(Planted.file("docs/page.md", text)).map(f => (f.line, f.text.replace("\"", "")))

  test("a retired word in a comment is a finding with its line and what to write instead"):
    val found =
      words.in(Planted.source("web/src/A.scala", "package a\n\n/** A client is told of it. */\nclass A\n"))
    assertEquals(found.map(_.toString), Seq("web/src/A.scala:3: \"is told\"; instead: receives"))

  test("a pattern is found across the lines of a comment"):
    assertEquals(inSource("web/src/A.scala", "// a client is\n// told\n"), Seq((1, "is told")))
    assertEquals(inSource("web/src/A.scala", "/* Or it is\n * told. */"), Seq((1, "is told")))

  test("code between two comments separates them"):
    assertEquals(inSource("web/src/A.scala", "val a = 1 // it is\nval b = 2 // told\n"), Nil)

  test("a pattern with ^ is found at the start of a clause only"):
    assertEquals(
      inPage("What is sent comes back.\n\nIt shows: what is sent. He asks what is sent."),
      Seq((1, "What is"), (3, "what is"))
    )

  test("a message in a main source counts; a string in a test and code do not"):
    val text = "def is = told\nval told = \"who is told of it\"\nval `is told` = 1\n"
    assertEquals(inSource("web/src/A.scala", text), Seq((2, "is told")))
    assertEquals(inSource("web/test/src/A.scala", text), Nil)

  test("the name of a test counts"):
    assertEquals(
      inSource("web/test/src/A.scala", "  test(\"the client is told\"):\n    ok(\"is told\")"),
      Seq((1, "is told"))
    )
    assertEquals(
      inSource("web/test/src/A.scala", "  test(\n    s\"the client is told\"\n  ):"),
      Seq((2, "is told"))
    )

  test("in a page, code does not count, but its comments do"):
    assertEquals(
      inPage("Call `is told`.\n\n```scala\nis told\n// is told\n```\n\nIt is told.\n"),
      Seq((5, "is told"), (8, "is told"))
    )

  test("in an interpolated string, the expressions are code"):
    assertEquals(inSource("web/src/A.scala", "val a = s\"it is ${is.told} b\""), Nil)
    assertEquals(
      inSource("web/src/A.scala", "val a = s\"${is told f(\"it is told\")}\""),
      Seq((1, "is told"))
    )
    assertEquals(inSource("web/test/src/A.scala", "test(s\"${name} is told\"):"), Seq((1, "is told")))

  private def inScript(path: String, text: String) =
    words.in(Script(Planted.file(path, text))).map(f => (f.line, f.text.replace("\"", "")))

  test("in a shell script, comments and printed texts count; other code does not"):
    val script =
      """#!/bin/sh
        |# A client is
        |# told.
        |told is told
        |echo "it is told" >&2
        |name="is told"
        |""".stripMargin
    assertEquals(inScript("eddy", script), Seq((2, "is told"), (5, "is told")))

  test("in a configuration file and in a file of data, comments count"):
    val text = "# it is told\nis = told\nkey is told\n"
    assertEquals(inScript("web/resources/reference.conf", text), Seq((1, "is told")))
    assertEquals(inScript("web/resources/library.txt", text), Seq((1, "is told")))

  test("a help text counts as a whole"):
    val help = Planted.file("apps/resources/help/serve.txt", "usage: serve\n\n    --port  is told\n")
    assert(PlainText.is(help))
    assertEquals(words.in(PlainText(help)).map(_.line), Seq(3))

  test("the project's list is read, and finds the nine patterns of the writing guide"):
    val bad = Seq(
      "Who is back asks.",
      "It opens by itself.",
      "They are told.",
      "It goes on.",
      "Timers that are due.",
      "It begins anew.",
      "A path that is none.",
      "Memory and its like.",
      "Memory is dear."
    )
    val project = RetiredWords(WordList.ofProject)
    assertEquals(bad.filter(text => project.in(Planted.file("docs/page.md", text)).isEmpty), Nil)
end RetiredWordsSuite
