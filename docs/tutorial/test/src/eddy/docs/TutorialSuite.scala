package eddy.docs

import eddy.testing.{ChildJvm, Need, NeedingSuite, TimeLimit}

import java.io.{BufferedReader, InputStreamReader}
import java.net.URI
import java.net.http.HttpRequest.BodyPublishers
import java.net.http.HttpResponse.BodyHandlers
import java.net.http.{HttpClient, HttpRequest}
import java.nio.file.{Files, Path}
import java.util.concurrent.TimeUnit.MINUTES
import scala.collection.mutable.ArrayBuffer
import scala.concurrent.duration.DurationInt
import scala.jdk.CollectionConverters.*
import scala.util.matching.Regex

/** docs/tutorial.md: its program asked from outside, and the page as a stranger follows it: its files in an
  * empty folder, its commands. The page's own tests are run beside this suite.
  */
class TutorialSuite extends NeedingSuite("tutorial"):
  override protected def timeLimit: TimeLimit =
    TimeLimit(20.minutes, "It starts a build tool without its caches, compiles, tests and runs.")

  private val installed =
    need(Need.that("what ./mill install makes", "run this suite by ./mill docs.tutorial.test"):
      Option(System.getenv("EDDY_INSTALLED")).map(Path.of(_)).filter(Files.isDirectory(_)))
  private lazy val checkout = Path.of(System.getenv("EDDY_CHECKOUT"))
  private lazy val page = Files.readString(checkout.resolve("docs/tutorial.md"))

  /** The block of the page that comes after `file` is named last: an earlier one is replaced by it. */
  private def block(file: String): String =
    val from = page.indexOf("\n```", page.lastIndexOf(s"`$file`"))
    val begin = page.indexOf('\n', from + 1) + 1
    page.substring(begin, page.indexOf("\n```", begin) + 1)

  private lazy val folder: Path = newFolder()

  private def newFolder(): Path =
    val folder = Files.createTempDirectory("eddy-tutorial")
    for file <- Seq("build.mill", "src/Poll.scala", "resources/public/index.html", "test/src/PollSuite.scala")
    do
      Files.createDirectories(folder.resolve(file).getParent)
      Files.writeString(folder.resolve(file), block(file)): Unit
    // cp -R ../eddy/mill ../eddy/build .
    for source <- checkout.resolve("mill") +: Files.walk(checkout.resolve("build")).iterator.asScala.toSeq do
      Files.copy(source, folder.resolve(checkout.relativize(source).toString)): Unit
    folder

  /** A command as one types it in that folder. */
  private def command(in: Path, words: String*): ProcessBuilder =
    val builder = ProcessBuilder(words*).directory(in.toFile).redirectErrorStream(true)
    // each of its JVMs lives for seconds: by the collector and the compiler that are ready soonest
    builder.environment.put(
      "JAVA_TOOL_OPTIONS",
      s"-Divy.home=${home.toString} -XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
    )
    builder.environment.put("PORT", "0")
    // of this build, which runs this suite
    builder.environment.keySet.removeIf(name => name.startsWith("MILL_") || name.startsWith("EDDY_")): Unit
    builder

  /** As `~/.ivy2`, with the installed libraries in `local`. */
  private lazy val home: Path =
    val home = Files.createTempDirectory("eddy-ivy")
    Files.createSymbolicLink(home.resolve("local"), installed.path)
    home

  /** A running program, and its output. */
  private final class Started(builder: ProcessBuilder):
    private val process = builder.start()
    private val lines = BufferedReader(InputStreamReader(process.getInputStream)).lines.iterator.asScala
    private val said = ArrayBuffer[String]()

    /** The first matching line of its output, now or later. */
    def hear(pattern: String): String =
      val fits = pattern.r
      var found = said.flatMap(fits.findFirstIn(_)).headOption
      while found.isEmpty && lines.hasNext do
        said += lines.next()
        found = fits.findFirstIn(said.last)
      found.getOrElse(fail(s"it has ended without saying $pattern:\n${said.mkString("\n")}"))

    def end(): Unit =
      val family = process.descendants.toList.asScala
      process.destroy()
      family.foreach(_.destroy(): Unit)
      assert(process.waitFor(1, MINUTES))
  end Started

  private var running = Vector.empty[Started]
  private def started(builder: ProcessBuilder): Started =
    val program = Started(builder)
    running :+= program
    program

  override def afterAll(): Unit = running.foreach(_.end())

  /** `./mill test` and `./mill run`, by one start of Mill, which takes most of the time. */
  private lazy val mill =
    started(command(folder, "./mill", "--no-daemon", "--ticker", "false", "test", "+", "run"))

  private def countsVotes(program: Started): Unit =
    val url = program.hear("http://127.0.0.1:\\d+")
    val client = HttpClient.newHttpClient
    val vote = HttpRequest.newBuilder(URI(s"$url/votes")).header("Content-Type", "application/json")
      .POST(BodyPublishers.ofString("""{"choice":"tea"}""")).build
    assertEquals(client.send(vote, BodyHandlers.ofString).body, """{"tea":1}""")
    val result = HttpRequest.newBuilder(URI(s"$url/votes")).build
    assertEquals(client.send(result, BodyHandlers.ofString).body, """{"tea":1}""")
    val start = HttpRequest.newBuilder(URI(s"$url/")).build
    assert(clue(client.send(start, BodyHandlers.ofString).body).contains("<h1>Tea or coffee?</h1>"))
    client.shutdownNow()

  test("the page's program counts votes and tells them"):
    countsVotes(started(command(Path.of("").toAbsolutePath, ChildJvm.ofTests("serve")*)))

  test("the Eddy libraries of the page's build are installed"):
    val libraries = """mvn"eddy::([^":]+):([^":]+)"""".r.findAllMatchIn(block("build.mill")).toSeq
    assertEquals(libraries.map(_.group(1)), Seq("eddy-web", "eddy-web-testkit"))
    for library <- libraries do
      val folder = installed.path.resolve(s"eddy/${library.group(1)}_3/${library.group(2)}")
      assert(Files.isDirectory(folder), folder.toString)

  test("the page's tests pass in a new folder".tag(LongTest)):
    assertEquals(mill.hear("\\d+ failed, \\d+ ignored, \\d+ total"), "0 failed, 0 ignored, 2 total")

  test("the page's program counts votes and tells them, in a new folder".tag(LongTest)):
    countsVotes(mill)

  /** The first block of docs/inference.md that has the text. */
  private def ofVerifying(text: String): String =
    val page = Files.readString(checkout.resolve("docs/inference.md"))
    val begin = page.indexOf('\n', page.lastIndexOf("\n```", page.indexOf(text)) + 1) + 1
    page.substring(begin, page.indexOf("\n```", begin) + 1)

  test("a build with the module of docs/inference.md verifies the program, and fails once it is worse"
    .tag(LongTest)):
    // not beside `./mill run`
    val folder = newFolder()
    val build = folder.resolve("build.mill")
    Files.writeString(
      build,
      Files.readString(build) + "\n" + ofVerifying("object verify extends ScalaModule")
    )
    def verify(options: String*): (Int, String) =
      val words = Seq(
        "./mill",
        "--no-daemon",
        "--ticker",
        "false",
        "verify.run",
        "verify",
        "--baseline",
        "handlers.txt"
      )
      val run = command(folder, words ++ options :+ "serve"*).start()
      val output = String(run.getInputStream.readAllBytes)
      (run.waitFor(), output)
    val (written, said) = verify("--write")
    assertEquals(written, 0, said)
    assert(clue(said).contains("recorded in handlers.txt: 1 parallel, "))
    assert(clue(Files.readString(folder.resolve("handlers.txt"))).contains("\nGET /votes read-only\n"))
    val program = folder.resolve("src/Poll.scala")
    Files.writeString(
      program,
      Files.readString(program)
        .replace("final class Poll:\n", "final class Poll:\n  private var asked = 0\n")
        .replace("(_, res) => res.json(", "(_, res) => { asked += 1; res.json(")
        .replace("res.json(votes.snapshot))\n    .post", "res.json(votes.snapshot) })\n    .post")
    )
    val (failed, why) = verify()
    assert(failed != 0, why)
    assert(clue(
      why
    ).contains("FAILED: GET /votes is exclusive now, and was read-only\n  writes Poll.asked of Poll"))
    assert(why.contains("; remedy: keep Poll.asked in a SharedMap by its key, or"))

  test("sbt's build has the same parts as Mill's"):
    def named(file: String, library: Regex): Set[List[String]] =
      library.findAllMatchIn(block(file)).map(_.subgroups.map(_.nn)).toSet
    val ofMill = named("build.mill", """mvn"([^":]+):+([^":]+):([^":]+)"""".r)
    val ofSbt = named("build.sbt", """"([^"]+)" %+ "([^"]+)" % "([^"]+)"""".r)
    assertEquals(ofSbt, ofMill)
    assertEquals(ofMill.size, 4)

  // takes minutes the first time: sbt fetches itself, and more
  for launcher <- Option(System.getenv("EDDY_SBT_LAUNCH")) do
    test("sbt builds the page's program, its tests pass, and the project of docs/inference.md verifies it"):
      val files = Map(
        "build.sbt" -> (block("build.sbt") + "\n" + ofVerifying("lazy val verify = project")),
        "project/build.properties" -> "sbt.version=1.11.7\n",
        "src/main/scala/Poll.scala" -> block("src/Poll.scala"),
        "src/main/resources/public/index.html" -> block("resources/public/index.html"),
        "src/test/scala/PollSuite.scala" -> block("test/src/PollSuite.scala")
      )
      val folder = Files.createTempDirectory("eddy-tutorial-sbt")
      for (file, text) <- files do
        Files.createDirectories(folder.resolve(file).getParent)
        Files.writeString(folder.resolve(file), text): Unit
      // sbt looks into ~/.ivy2
      val user = Files.createTempDirectory("eddy-user")
      Files.createSymbolicLink(user.resolve(".ivy2"), home)
      val java = Path.of(System.getProperty("java.home"), "bin", "java").toString
      val builder = command(
        folder,
        java,
        s"-Duser.home=$user",
        "-Dsbt.color=false",
        "-jar",
        launcher,
        "test",
        "verify/runMain eddy.web.verify.Commands verify --baseline handlers.txt --write serve"
      )
      builder.environment.remove("JAVA_TOOL_OPTIONS")
      val sbt = builder.start()
      val output = String(sbt.getInputStream.readAllBytes)
      assert(sbt.waitFor() == 0, output)
      assert(clue(output).contains("Passed: Total 2, Failed 0, Errors 0, Passed 2"))
      assert(output.contains("recorded in handlers.txt: 1 parallel, "))
      assert(Files.readString(folder.resolve("handlers.txt")).contains("\nGET /votes read-only\n"))
  end for
end TutorialSuite
