package eddy.launcher

import eddy.testing.TestFolder

import java.nio.file.attribute.FileTime
import java.nio.file.{Files, Path}
import java.time.Instant

class ScriptSuite extends eddy.testing.PatientSuite:
  private val checkout = FunFixture[FakeCheckout](_ => new FakeCheckout, _ => ())

  checkout.test("help costs no build"): c =>
    for arguments <- Seq(Seq(), Seq("help"), Seq("--help")) do
      val run = c.eddy(arguments*)
      assertEquals(run, new Run(0, HelpPages.all, ""))
    assertEquals(c.builds, 0)

  checkout.test("help of a command costs no build either"): c =>
    val chat = new Run(0, HelpPages.of(Seq("bench", "chat")), "")
    for words <- Seq("help bench chat", "bench chat --help", "bench chat -h") do
      assertEquals(c.eddy(words.split(' ')*), chat)
    for words <- Seq("help serve", "serve --help", "--help serve") do
      assertEquals(c.eddy(words.split(' ')*), new Run(0, HelpPages.of(Seq("serve")), ""))
    assert(c.eddy("test", "--help").out.contains("MODULE"))
    assertEquals(c.builds, 0)

  checkout.test("nor does help of one that does not exist, which is told better once built"): c =>
    val run = c.eddy("help", "bench", "mail")
    assertEquals(run.code, 2)
    assert(run.err.contains("no command 'bench mail'") && run.err.contains("serve, bench"), run.err)
    assertEquals(c.builds, 0)
    val _ = c.eddy("version")
    c.edit("web/src/Web.scala")
    assertEquals(c.eddy("help", "srve").out.linesIterator.toSeq.takeRight(2), Seq("<help>", "<srve>"))
    assertEquals(c.builds, 1)

  checkout.test("a value that looks like a question is none"): c =>
    val run = c.eddy("serve", "--config", "--help")
    assertEquals(run.out.linesIterator.toSeq.takeRight(3), Seq("<serve>", "<--config>", "<--help>"))

  checkout.test("a command that does not exist costs no build, and names those that do"): c =>
    val run = c.eddy("sevre")
    assertEquals(run.code, 2)
    assert(
      run.err.contains("'sevre'") && run.err.contains(
        "serve, bench, trading, explain, verify, example, test"
      ),
      run.err
    )
    assertEquals(c.builds, 0)

  checkout.test("what explains a program is built without the rest, and starts without a start cache"): c =>
    for command <- Seq("explain", "verify", "verify") do
      val run = c.eddy(command, "shop.Main")
      assertEquals(run.code, 0, run.err)
      assertEquals(
        run.out.linesIterator.toSeq.takeRight(3),
        Seq("<eddy.web.verify.Commands>", s"<$command>", "<shop.Main>")
      )
      assert(!run.out.contains("AOTCache") && !run.out.contains("<-Xm"), run.out)
    assertEquals((c.built, c.trainings), (Seq("web.verify.dist"), 0))
    c.edit("bench/peers/package.mill")
    assertEquals(c.eddy("verify", "shop.Main").code, 0)
    assertEquals(c.builds, 1)
    c.edit("web/src/Web.scala")
    assertEquals(c.eddy("verify", "shop.Main").code, 0)
    assertEquals(c.builds, 2)

  checkout.test("flags of the user's are those of the JVM that explains"): c =>
    val run = c.start(c.home.resolve("eddy"), c.home, Map("EDDY_JAVA_OPTS" -> "-Xmx2g -Dx=y"), "explain", "A")
    assertEquals(run.out.linesIterator.toSeq.take(2), Seq("<-Xmx2g>", "<-Dx=y>"))

  checkout.test("examples are on the class path when one of them is to be explained, and only then"): c =>
    for command <- Seq("explain", "verify") do
      val run = c.eddy(command, "eddy.examples.ChatRoom")
      assert(
        run.out.linesIterator.contains("<-Deddy.examples=/x y/tapir.jar:/x y/classes>"),
        run.out + run.err
      )
    for words <- Seq("explain shop.Main", "serve", "config") do
      assert(!clue(c.eddy(words.split(' ')*).out).contains("eddy.examples"))

  checkout.test("an example runs with its words, without a build of the rest"): c =>
    c.write("examples/src/eddy/examples/NodeChat.scala", "")
    val run = c.eddy("example", "NodeChat", "ann", "7801")
    assertEquals(run.code, 0, run.err)
    val words = Seq("<-cp>", "</x y/tapir.jar:/x y/classes>", "<eddy.examples.NodeChat>", "<ann>", "<7801>")
    assertEquals(run.out.linesIterator.toSeq.takeRight(5), words)
    assertEquals((c.builds, c.trainings), (0, 0))

  checkout.test("examples are listed, and one that does not exist is answered with those that do"): c =>
    for name <- Seq("HelloHttp", "NodeChat") do c.write(s"examples/src/eddy/examples/$name.scala", "")
    val list = c.eddy("example")
    assertEquals(list.code, 0)
    assert(list.out.endsWith("  HelloHttp\n  NodeChat\n"), list.out)
    for wrong <- Seq("Hello", "../examples/HelloHttp", "") do
      val run = c.eddy("example", wrong)
      assertEquals(run.code, 2)
      assertEquals(run.err, s"eddy: there is no example '$wrong'; there are\n  HelloHttp\n  NodeChat\n")
    assertEquals(c.builds, 0)

  checkout.test("without a JDK the message says what to install"): c =>
    val findJdk = c.home.resolve("build/find-jdk")
    Files.writeString(findJdk, Files.readString(findJdk).replace("want_jdk=25", "want_jdk=999"))
    val run = c.eddy("serve")
    assertEquals(run.code, 1)
    assert(run.err.contains("needs a JDK 999 or newer") && run.err.contains("JAVA_HOME"), run.err)
    assertEquals(c.builds, 0)

  checkout.test("the first start builds, trains a start cache and runs with both"): c =>
    val run = c.eddy("serve", "--port", "9000")
    assertEquals(run.code, 0, run.err)
    assert(run.err.contains("first start: building"), run.err)
    val words = run.out.linesIterator.toSeq
    assert(words.exists(_.matches("<-XX:AOTCache=.*\\.aot>")), run.out)
    assert(words.exists(_.matches("<.*/lib/b\\.jar:.*/lib/a\\.jar>")), run.out)
    assertEquals(words.takeRight(4), Seq("<eddy.launcher.Main>", "<serve>", "<--port>", "<9000>"))
    assertEquals((c.builds, c.trainings), (1, 1))

  checkout.test("a second start neither builds nor trains"): c =>
    val _ = c.eddy("serve")
    val again = c.eddy("serve")
    assertEquals((again.code, again.err), (0, ""))
    assertEquals((c.builds, c.trainings), (1, 1))

  checkout.test("an edited source, a deleted one and an edited build file are built anew; a test is not"):
    c =>
      val _ = c.eddy("version")
      c.edit("testkit/test/src/Test.scala")
      val _ = c.eddy("version")
      assertEquals(c.builds, 1)
      val sources = Seq("web/src/Web.scala", "web/src", "build.mill", "bench/peers/package.mill")
      for (change, n) <- sources.zipWithIndex do
        c.edit(change)
        assert(c.eddy("version").err.contains("the sources have changed"))
        assertEquals(c.builds, n + 2, change)
        c.ageSources()

  checkout.test(
    "a build that changed nothing keeps the start cache; one that changed something gets its own"
  ): c =>
    val _ = c.eddy("version")
    c.edit("build.mill")
    val _ = c.eddy("version")
    assertEquals((c.builds, c.trainings), (2, 1))
    c.write("web/src/Web.scala", "changed")
    c.edit("web/src/Web.scala")
    val _ = c.eddy("version")
    assertEquals((c.builds, c.trainings), (3, 2))

  checkout.test("a failed build starts nothing and says so; what was built before is still there"): c =>
    val _ = c.eddy("version")
    c.write("break-build", "")
    c.edit("web/src/Web.scala")
    val run = c.eddy("serve")
    assertEquals((run.code, run.out), (1, ""))
    assert(run.err.contains("does not compile") && run.err.contains("the build failed"), run.err)
    c.ageSources()
    assertEquals(c.eddy("version").code, 0)

  checkout.test("a failed training run is told once, and does not keep anything from starting"): c =>
    c.write("break-training", "")
    val run = c.eddy("serve")
    assertEquals(run.code, 0)
    assert(run.err.contains("starts take about a second longer"), run.err)
    assert(!run.out.contains("AOTCache"), run.out)
    assertEquals(c.eddy("serve").err, "")
    assertEquals(c.trainings, 1)

  checkout.test("a training run that is interrupted starts nothing, and is made up for next time"): c =>
    c.write("interrupt-training", "")
    val run = c.eddy("serve")
    assertEquals((run.code, run.out), (130, ""))
    Files.delete(c.home.resolve("interrupt-training"))
    assert(c.eddy("serve").out.contains("AOTCache"))

  checkout.test("one that finds another building waits, and then uses what that has built"): c =>
    // The other one is this very test: it holds the lock until the script has said that it waits.
    c.write(".eddy/lock/pid", s"${ProcessHandle.current.pid}\n")
    val waiting = c.begin("version")
    try
      val first = waiting.errorReader.readLine
      assert(
        String.valueOf(first).contains(s"waiting for another ./eddy (process ${ProcessHandle.current.pid})"),
        first
      )
      assertEquals(c.builds, 0)
      c.remove(".eddy/lock/pid")
      c.remove(".eddy/lock")
      assertEquals(waiting.waitFor(), 0)
      assertEquals(c.builds, 1)
    finally
      val _ = waiting.destroyForcibly()

  checkout.test("the lock of one that has died is void"): c =>
    val dead = new ProcessBuilder("true").start()
    val _ = dead.waitFor()
    c.write(".eddy/lock/pid", s"${dead.pid}\n")
    assertEquals(c.eddy("version").code, 0)
    assert(!Files.exists(c.home.resolve(".eddy/lock")))

  checkout.test("an old lock without an owner is void"): c =>
    val lock = c.home.resolve(".eddy/lock")
    val _ = Files.createDirectories(lock)
    val _ = Files.setLastModifiedTime(lock, FileTime.from(Instant.now.minusSeconds(300)))
    assertEquals(c.eddy("version").code, 0)
    assert(!Files.exists(lock))

  checkout.test("an edited example builds nothing"): c =>
    val _ = c.eddy("version")
    c.write("examples/src/Hello.scala", "object Hello")
    val _ = c.eddy("version")
    assertEquals(c.builds, 1)

  checkout.test("another JDK gets a start cache of its own"): c =>
    val _ = c.eddy("version")
    c.write("jdk/release", "JAVA_VERSION=\"26\"\n")
    val _ = c.eddy("version")
    assertEquals((c.builds, c.trainings), (1, 2))

  checkout.test("it works from another folder and through a symbolic link"): c =>
    val link = TestFolder.make("eddy link").resolve("eddy")
    Files.createSymbolicLink(link, c.home.resolve("eddy"))
    val run = c.start(link, Path.of("/"), Map.empty, "version")
    assertEquals(run.code, 0, run.err)
    assert(run.out.contains("<version>"), run.out)

  checkout.test("options in EDDY_JAVA_OPTS come after the launcher's own"): c =>
    val run = c.start(c.home.resolve("eddy"), c.home, Map("EDDY_JAVA_OPTS" -> "-Xmx2g -Dx=y"), "version")
    val words = run.out.linesIterator.toSeq
    assert(words.indexOf("<-Xmx2g>") > words.indexOf("<-Xmx1g>"), run.out)
    assert(words.contains("<-Dx=y>"), run.out)
end ScriptSuite
