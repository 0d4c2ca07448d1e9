package eddy.launcher

/** `./eddy test`, on a build tool that leaves reports as Mill does. */
class TestCommandSuite extends eddy.testing.PatientSuite:
  private val checkout = FunFixture[FakeCheckout](_ => new FakeCheckout, _ => ())

  private def lines(run: Run): Seq[String] = run.out.linesIterator.toSeq

  private def last(run: Run): String = lines(run).last

  checkout.test("the closing line sums all reports, and only those of this run"): c =>
    val tests = FakeTests(c, "web", "runtime")
    tests.run("web" -> Seq("A" -> "xx", "B" -> "fxx"), "runtime" -> Seq("C" -> "x"))
    val _ = c.eddy("test")
    tests.run("web" -> Seq("A" -> "xxx", "B" -> "xs", "D" -> "l"), "runtime" -> Seq("C" -> "xx"))
    val run = c.eddy("test")
    assertEquals(last(run), "6 passed, 0 failed")
    assert(run.out.contains("1 skipped by the tests themselves"), run.out)
    assertEquals(run.code, 0)

  checkout.test("a suite that fails again, alone, fails the run"): c =>
    val tests = FakeTests(c, "web")
    tests.run("web" -> Seq("A" -> "xx", "B" -> "xf"))
    tests.alone("web", "B" -> "xf")
    val run = c.eddy("test")
    assertEquals(
      lines(run).takeRight(2),
      Seq("failed: eddy.B: test 2: it broke (B.scala:13)", "3 passed, 1 failed")
    )
    assertEquals(run.code, 1)

  checkout.test("a suite that passes alone counts as passed, and is listed as flaky with the reason"): c =>
    val tests = FakeTests(c, "web")
    tests.run("web" -> Seq("A" -> "xx", "B" -> "xfe"))
    tests.alone("web", "B" -> "xxx")
    val run = c.eddy("test")
    assertEquals(
      lines(run).takeRight(2),
      Seq("flaky: eddy.B (test 2: it broke (B.scala:13))", "5 passed, 0 failed")
    )
    assertEquals(run.code, 0)
    assertEquals(tests.calls.last, "--ticker false --keep-going --jobs 1 web.test.testOnly eddy.B")

  checkout.test("many failures are no chance: none is run again"): c =>
    val tests = FakeTests(c, "web")
    tests.run("web" -> ('A' to 'K').map(_.toString -> "f"))
    val run = c.eddy("test")
    assertEquals((last(run), run.code), ("0 passed, 11 failed", 1))
    assertEquals(tests.calls.size, 1)

  checkout.test("a module whose JVM died is run again, and is listed as flaky if it reports then"): c =>
    val tests = FakeTests(c, "runtime", "web")
    tests.run("runtime" -> Seq("A" -> "x"))
    tests.ended("web", "B")
    tests.took("web", "C", 1_000)
    tests.moduleAlone("web" -> Seq("B" -> "xx"))
    val run = c.eddy("test")
    assertEquals(
      lines(run).takeRight(2),
      Seq("flaky: web (its JVM ended in eddy.B)", "3 passed, 0 failed")
    )

  checkout.test(
    "a report with characters that XML forbids is read; a broken one fails its module"
  ): c =>
    val tests = FakeTests(c, "web")
    tests.run("web" -> Seq("A" -> "x"))
    tests.report("web", "<testsuites><testcase name=\"eddy.A.odd &#xe9;\uffff\"/></testsuites>")
    assertEquals(last(c.eddy("test")), "1 passed, 0 failed")
    tests.report("web", "<testsuites>")
    val run = c.eddy("test")
    assertEquals((last(run), run.code), ("0 passed, 1 failed", 1))

  checkout.test("a module that never reports fails the run"): c =>
    val tests = FakeTests(c, "runtime", "web")
    tests.run("runtime" -> Seq("A" -> "x"))
    val run = c.eddy("test")
    assertEquals((last(run), run.code), ("1 passed, 1 failed", 1))
    assert(run.out.contains("failed: web: no report"), run.out)

  checkout.test("a suite over its limit fails if it is so alone, too"): c =>
    val tests = FakeTests(c, "web")
    for (alone, code) <- Seq(121_000 -> 1, 119_000 -> 0) do
      tests.run("web" -> Seq("A" -> "x", "B" -> "x"))
      tests.took("web", "B", 130_000)
      tests.alone("web", "B" -> "x")
      tests.tookAlone("web", "B", alone)
      val run = c.eddy("test")
      assertEquals(run.code, code, run.out)
      if code == 1 then
        val failed = Seq("failed: eddy.B: alone it took 121 s, and may take 120 s", "2 passed, 1 failed")
        assertEquals(lines(run).takeRight(2), failed)
      else assertEquals(last(run), "2 passed, 0 failed")

  checkout.test("a suite over its limit whose run alone does not report fails"): c =>
    val tests = FakeTests(c, "web")
    tests.run("web" -> Seq("A" -> "x", "B" -> "x"))
    tests.took("web", "B", 130_000)
    val run = c.eddy("test")
    assertEquals(
      (lines(run).takeRight(2), run.code),
      (Seq("failed: eddy.B: alone, its JVM ended before it could report", "1 passed, 1 failed"), 1)
    )

  checkout.test("the slowest suites are listed, the slowest first"): c =>
    val tests = FakeTests(c, "web")
    tests.run("web" -> Seq("A" -> "x", "B" -> "x"))
    tests.took("web", "A", 1_000)
    tests.took("web", "B", 2_500)
    val told = lines(c.eddy("test")).filter(_.contains(" s  eddy."))
    assertEquals(told.map(_.trim), Seq("2.5 s  eddy.B (web)", "1.0 s  eddy.A (web)"))

  checkout.test("their CPU time is shown, where it is known"): c =>
    val tests = FakeTests(c, "web")
    tests.run("web" -> Seq("A" -> "x"))
    tests.tookCpu("web", "A", 1_000, 1_640)
    assert(lines(c.eddy("test")).contains("     1.0 s  eddy.A (web), 1.6 s of CPU"))

  checkout.test("the time of the build's tasks is listed, the longest first"): c =>
    val tests = FakeTests(c, "web")
    tests.run("web" -> Seq("A" -> "x"))
    tests.tasks(
      "web.compile" -> 20_000,
      "a.Format/check" -> 65_400,
      "push.compile" -> 11_300,
      "web.sources" -> 12
    )
    val told = "tasks of the build: a.Format/check 65 s, compile of 2 31 s"
    assertEquals(lines(c.eddy("test")).takeRight(2), Seq(told, "1 passed, 0 failed"))

  checkout.test("a failed build fails the run, though no test failed"): c =>
    val tests = FakeTests(c, "web")
    tests.run("web" -> Seq("A" -> "x"))
    tests.fail()
    val run = c.eddy("test")
    assertEquals((last(run), run.code), ("1 passed, 1 failed", 1))
    assert(run.out.contains("something failed that is no test"), run.out)

  checkout.test("a check beside the tests that passes alone does not fail the run"): c =>
    val tests = FakeTests(c, "web")
    tests.run("web" -> Seq("A" -> "x"))
    tests.fail()
    tests.alone("docs.check")
    val run = c.start(c.home.resolve("eddy"), c.home, Map("EDDY_TEST_BESIDE" -> "docs.check"), "test")
    assertEquals(lines(run).takeRight(2), Seq("flaky: the other checks", "1 passed, 0 failed"))
    assertEquals(run.code, 0)

  checkout.test("a run without any test fails"): c =>
    val tests = FakeTests(c, "web")
    tests.run("web" -> Nil)
    assertEquals(c.eddy("test").code, 1)

  checkout.test("suites and tests that did not run are listed above the closing line"): c =>
    val tests = FakeTests(c, "web")
    tests.run("web" -> Seq("A" -> "x"))
    tests.leftOut("browser.txt", "LEFT OUT: browser")
    tests.leftOut("eddy.A.long", "7")
    val told = Seq(
      "LEFT OUT: browser",
      "left out: 7 long tests of 1 suites; to run them: ./eddy test --all",
      "1 passed, 0 failed"
    )
    assertEquals(lines(c.eddy("test")).takeRight(3), told)
    tests.run("web" -> Seq("A" -> "x"))
    assert(!c.eddy("test").out.toLowerCase.contains("left out"))

  checkout.test("--all tells the suites to run their long tests"): c =>
    val tests = FakeTests(c, "web")
    tests.run("web" -> Seq("A" -> "x"))
    tests.echoing("EDDY_TEST_ALL")
    assert(!c.eddy("test").out.contains("EDDY_TEST_ALL=1"))
    assert(c.eddy("test", "--all").out.contains("EDDY_TEST_ALL=1"))

  checkout.test("named modules run alone, applications by their short name; the others are listed"): c =>
    val tests = FakeTests(c, "web", "apps/chat", "push/redis")
    tests.run("web" -> Seq("A" -> "x"), "apps/chat" -> Seq("B" -> "x"), "push/redis" -> Seq("C" -> "x"))
    val run = c.eddy("test", "web", "chat")
    assert(tests.calls.last.endsWith("web.test + apps.chat.test"), tests.calls.last)
    assertEquals(last(run), "2 passed, 0 failed")
    assert(run.out.contains("left out: 1 of 3 modules: push.redis"), run.out)
    for name <- Seq("push.redis", "push/redis") do
      val _ = c.eddy("test", name)
      assert(tests.calls.last.endsWith("push.redis.test"), tests.calls.last)

  checkout.test("--changed runs what changed since the last run that passed, and all before there was one"):
    c =>
      val tests = FakeTests(c, "web", "runtime")
      tests.run("web" -> Seq("A" -> "x"), "runtime" -> Seq("B" -> "f"))
      val first = c.eddy("test", "--changed")
      assert(first.out.contains("no run of all tests has passed"), first.out)
      assert(tests.calls.exists(_.endsWith("selective.prepare __.test + __.test")), tests.calls.toString)
      val second = c.eddy("test", "--changed")
      assert(second.out.contains("no run of all tests has passed"), second.out)
      tests.run("web" -> Seq("A" -> "x"), "runtime" -> Seq("B" -> "x"))
      assertEquals(c.eddy("test").code, 0)
      tests.changed("web.test.testForked")
      val third = c.eddy("test", "--changed")
      assert(tests.calls.last.endsWith("selective.prepare __.test + web.test"), tests.calls.last)
      assertEquals(last(third), "1 passed, 0 failed")
      tests.changed()
      val none = c.eddy("test", "--changed")
      assertEquals((last(none), none.code), ("0 passed, 0 failed", 0))

  checkout.test("a module or an option that does not exist is rejected with those that do"): c =>
    c.write("apps/chat/test/src/Test.scala", "")
    for wrong <- Seq("wbe", "--al") do
      val run = c.eddy("test", wrong)
      assertEquals(run.code, 2)
      assert(run.err.contains(s"'$wrong'"), run.err)
    assert(c.eddy("test", "wbe").err.contains("chat testkit"))
    assert(c.eddy("test", "--al").err.contains("--all and --changed"))
    assert(c.eddy("test", "--changed", "chat").err.contains("leave out chat"))

  checkout.test("a folder that no package.mill declares is no module, whatever it holds"): c =>
    FakeTests(c, "web", "push/redis")
    val copies =
      Seq("copy/web", "web/copy", "push/redis-2", "push/src/redis", "web/test/src/push", "push/redi")
    for copy <- copies do c.write(s"$copy/test/src/Test.scala", "")
    c.write("copy/web/package.mill", "")
    val refusal = c.eddy("test", "copy").err
    assert(refusal.contains("the modules are push.redis web\n"), refusal)

  checkout.test("a module's folder may begin with ./"): c =>
    val tests = FakeTests(c, "web", "push/redis")
    tests.run("web" -> Seq("A" -> "x"), "push/redis" -> Seq("C" -> "x"))
    for (name, module) <- Seq("./web" -> "web", "./web/" -> "web", "./push/redis" -> "push.redis") do
      val _ = c.eddy("test", name)
      assert(tests.calls.last.endsWith(s" $module.test"), tests.calls.last)
end TestCommandSuite
