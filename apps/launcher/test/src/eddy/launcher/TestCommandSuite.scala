package eddy.launcher

/** `./eddy test`, on a build tool that leaves reports as Mill does. */
class TestCommandSuite extends eddy.testing.PatientSuite:
  private val checkout = FunFixture[FakeCheckout](_ => new FakeCheckout, _ => ())

  private def report(module: String, tests: Int, failures: Int, errors: Int, skipped: Int): String =
    s"""mkdir -p out/$module/test/testForked.dest
       |echo '<testsuites tests="$tests" failures="$failures" errors="$errors" skipped="$skipped" time="1">' \\
       |  > out/$module/test/testForked.dest/test-report.xml
       |""".stripMargin

  private def last(run: Run): String = run.out.linesIterator.toSeq.last

  checkout.test("the closing line sums all reports, and only those of this run"): c =>
    c.script("mill", report("web", 5, 0, 0, 0) + report("gone", 7, 7, 0, 0))
    val _ = c.eddy("test")
    c.script("mill", report("web", 10, 0, 0, 1) + report("runtime", 3, 0, 0, 0))
    val run = c.eddy("test")
    assertEquals(last(run), "12 passed, 0 failed")
    assert(run.out.contains("1 skipped by the tests themselves"), run.out)
    assertEquals(run.code, 0)

  checkout.test("a failure or an error makes the run fail"): c =>
    c.script("mill", report("web", 10, 1, 2, 0) + "exit 1")
    val run = c.eddy("test")
    assertEquals((last(run), run.code), ("7 passed, 3 failed", 1))

  checkout.test("a build that fails makes the run fail, though no test did"): c =>
    c.script("mill", report("web", 10, 0, 0, 0) + "exit 1")
    val run = c.eddy("test")
    assertEquals((last(run), run.code), ("10 passed, 0 failed", 1))
    assert(run.out.contains("something failed that is no test"), run.out)

  checkout.test("a run without any test fails"): c =>
    c.script("mill", "")
    assertEquals(c.eddy("test").code, 1)

  checkout.test("what was left out is told above the closing line"): c =>
    c.script(
      "mill",
      report("web", 1, 0, 0, 0) + "mkdir -p out/left-out; echo 'LEFT OUT: browser' > out/left-out/browser.txt"
    )
    val run = c.eddy("test")
    assertEquals(run.out.linesIterator.toSeq.takeRight(2), Seq("LEFT OUT: browser", "1 passed, 0 failed"))
    c.script("mill", report("web", 1, 0, 0, 0))
    assert(!c.eddy("test").out.contains("LEFT OUT"))

  checkout.test("named modules are run alone, applications by their short name"): c =>
    c.write("web/test/src/Test.scala", "")
    c.write("apps/chat/test/src/Test.scala", "")
    c.script("mill", "echo \"$*\"\n" + report("web", 1, 0, 0, 0))
    assert(c.eddy("test", "web", "chat").out.contains("web.test + apps.chat.test"))

  checkout.test("a module that does not exist is refused with those that do"): c =>
    c.write("apps/chat/test/src/Test.scala", "")
    val run = c.eddy("test", "wbe")
    assertEquals(run.code, 2)
    assert(run.err.contains("'wbe'") && run.err.contains("chat") && run.err.contains("testkit"), run.err)
end TestCommandSuite
