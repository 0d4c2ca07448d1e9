package eddy.launcher

import eddy.runtime.Engine
import eddy.state.SharedMap
import eddy.testing.TestFolder
import eddy.web.{Request, Response, Routes, Server}

import java.nio.file.{Files, Path}
import java.util.concurrent.{CountDownLatch, TimeUnit}
import scala.jdk.CollectionConverters.*

/** `./eddy verify` on a program, which runs in a JVM of its own; where the command refuses or fails, the
  * command itself runs in this JVM.
  */
class VerifySuite extends eddy.testing.PatientSuite:
  private val folder = FunFixture[Path](_ => TestFolder.make("eddy-verify"), _ => ())

  private val classes = Path.of(Till.getClass.getProtectionDomain.getCodeSource.getLocation.toURI).toString

  private def here(arguments: String*)(using folder: Path): Run =
    Run(Seq("verify", "--class-path", classes) ++ arguments*)

  /** The command as a user enters it. */
  private def verify(arguments: String*)(using folder: Path): Run = verifyWith()(arguments*)

  private def verifyWith(environment: (String, String)*)(arguments: String*)(using folder: Path): Run =
    verifyFrom(classes, environment*)(arguments*)

  private def verifyFrom(
      classPath: String,
      environment: (String, String)*
  )(arguments: String*)(using folder: Path): Run =
    val command = Seq(Trained.eddy, "verify", "--class-path", classPath) ++ arguments
    val (out, err) = (folder.resolve("out"), folder.resolve("err"))
    val builder = new ProcessBuilder(
      command*
    ).directory(folder.toFile).redirectOutput(out.toFile).redirectError(err.toFile)
    // for the index of the program
    val _ = builder.environment.put("XDG_CACHE_HOME", folder.toString)
    environment.foreach((key, value) => builder.environment.put(key, value))
    val process = builder.start()
    try
      assert(
        process.waitFor(waitLimit.toSeconds, TimeUnit.SECONDS),
        s"it has not ended: ${Files.readString(err)}"
      )
      Run(process.exitValue, Files.readString(out), Files.readString(err))
    finally
      process.destroyForcibly(): Unit
  end verifyFrom

  folder.test("a change that makes a handler exclusive fails with its place, and --write accepts it"): dir =>
    given Path = dir
    val written = verify("--baseline", "base.txt", "--write", "eddy.launcher.Till")
    assertEquals((written.code, written.err), (0, ""))
    assertEquals(
      written.out.linesIterator.toList.last,
      "recorded in base.txt: 1 parallel, 1 serialised, 0 alone; nothing was compared"
    )
    val before = Files.readString(dir.resolve("base.txt"))
    assert(clue(before).contains("\nGET /look read-only\n") && before.contains("\nPOST /buy exclusive\n"))
    assert(before.contains("\nPOST /buy | POST /buy : SharedMap stock\n"))
    assert("#\\d|:\\d".r.findFirstIn(before).isEmpty)
    val same = verify("--baseline", "base.txt", "eddy.launcher.Till")
    assertEquals((same.code, same.err, clue(same.out).linesIterator.toList.last), (0, "", "verified"))
    val worse = verify("--baseline", "base.txt", "eddy.launcher.Till", "worse")
    assertEquals(worse.code, 1)
    assert(clue(worse.out).contains("FAILED: GET /look is exclusive now, and was read-only\n  writes "))
    assert(worse.out.contains(" at eddy.launcher.Till.count.closure:"))
    assert(worse.out.endsWith("failed\n"))
    assertEquals(verify("--baseline", "base.txt", "--write", "eddy.launcher.Till", "worse").code, 0)

  folder.test("a failure names the variable, its place and what to use instead"): dir =>
    given Path = dir
    assertEquals(verify("--baseline", "base.txt", "--write", "eddy.launcher.Till").code, 0)
    val worse = verify("--baseline", "base.txt", "eddy.launcher.Till", "news")
    assertEquals(worse.code, 1)
    assert(clue(worse.out).contains(
      "FAILED: GET /look is exclusive now, and was read-only\n" +
        "  writes News.entries of eddy.launcher.News this at eddy.launcher.News.closure:"
    ))
    assert(worse.out.contains(
      "; remedy: keep News.entries in a SharedMap by its key, or, if vals alone lead to it"
    ))

  folder.test("a baseline is the same in another folder, and with another path of the JDK"): dir =>
    given Path = dir
    assertEquals(verify("--baseline", "base.txt", "--write", "eddy.launcher.Till", "news").code, 0)
    val moved = dir.resolve("other machine")
    for file <- Files.walk(Path.of(classes)).iterator.asScala do
      Files.copy(file, moved.resolve(Path.of(classes).relativize(file))): Unit
    val jdk = Files.createSymbolicLink(dir.resolve("jdk"), Path.of(System.getProperty("java.home")))
    val baseline = dir.resolve("base.txt").toString
    val again = verifyFrom(moved.toString, "EDDY_JAVA_HOME" -> jdk.toString)(
      "--baseline",
      baseline,
      "eddy.launcher.Till",
      "news"
    )(using moved)
    assertEquals((again.code, clue(again.out).linesIterator.toList.last), (0, "verified"))
    val base = Files.readString(dir.resolve("base.txt"))
    assert(!clue(base).contains(dir.toString) && !base.contains(classes))

  folder.test("a handler that runs alone fails without a baseline, unless it is allowed"): dir =>
    given Path = dir
    val failed = verify("eddy.launcher.Till", "alone")
    assertEquals((failed.code, failed.err), (1, "printed by the program\n"))
    assert(clue(failed.out).startsWith("3 handlers: 1 read-only, 1 exclusive, 1 runs alone; "))
    assert(
      failed.out.contains("FAILED: GET /run/:name runs alone\n  writes everything at eddy.launcher.Till.")
    )
    val _ =
      Files.writeString(dir.resolve("allow.txt"), "GET /run/:name runs alone # code of the customer's\n")
    val allowed = verify("--allow", "allow.txt", "--json", "eddy.launcher.Till", "alone")
    assertEquals(allowed.code, 0)
    assert(clue(allowed.out).startsWith("{\"verified\":true,\"compared\":false,"))
    assert(allowed.out.contains("\"GET /run/:name\":\"runs alone\""))

  folder.test("a server that another thread starts when main has returned is verified"): dir =>
    given Path = dir
    val run = verify("eddy.launcher.LateTill")
    assertEquals((run.code, run.err), (0, ""))
    assert(clue(run.out).startsWith("2 handlers: 1 read-only, 1 exclusive; "))

  folder.test("the JVM of the program has the flags of EDDY_JAVA_OPTS, too"): dir =>
    given Path = dir
    val run = verifyWith("EDDY_JAVA_OPTS" -> "-Dtill=alone  -Xmx300m")("eddy.launcher.Till")
    assertEquals(run.code, 1)
    assert(clue(run.out).contains("FAILED: GET /run/:name runs alone"))

  folder.test("what cannot be verified is refused before the program starts, with what to do"): dir =>
    given Path = dir
    def refused(arguments: String*)(message: String): Unit =
      val run = here(arguments*)
      assertEquals((run.code, run.out), (2, ""))
      assert(clue(run.err).contains(message), message)
    refused("--baseline", "base.txt", "no.such.Class")(s"--baseline: there is no ${dir.resolve("base.txt")}")
    refused("--baseline", "base.txt", "no.such.Class")("; make it with --write")
    refused("--allow", "allow.txt", "no.such.Class")("--allow: there is no ")
    refused("--write", "no.such.Class")("name it with --baseline FILE")
    refused()("no main class was given")
    val _ = Files.writeString(dir.resolve("base.txt"), "GET /a fast\n")
    refused(
      "--baseline",
      "base.txt",
      "no.such.Class"
    )("base.txt, line 1: \"GET /a fast\" is neither a handler nor")
    refused("--timeout", "soon", "no.such.Class")("--timeout soon is no number of seconds")
    refused("no.such.Class")("there is no class no.such.Class")
    refused("eddy.launcher.NoMain")("eddy.launcher.NoMain has no main method")

  folder.test("a program that does not come to its server is neither verified nor failed: it says why"):
    dir =>
      given Path = dir
      def unverified(arguments: String*)(message: String): String =
        val run = here(arguments*)
        assertEquals((run.code, run.out), (3, ""), run.err)
        val last = run.err.linesIterator.toList.last
        assert(clue(
          last
        ).startsWith(s"eddy: eddy.launcher.${arguments.find(_.startsWith("eddy")).get.drop(14)} $message"))
        run.err
      val failed = unverified("eddy.launcher.Failing", "throw")("failed before it started a server; ")
      assert(failed.contains("IllegalStateException: no database"), failed)
      val uninitialised = unverified("eddy.launcher.Uninitialised")("failed before it started a server; ")
      assert(uninitialised.contains("no configuration"), uninitialised)
      // its exit code is no result of the comparison
      for code <- List(0, 1) do
        unverified(
          "eddy.launcher.Failing",
          code.toString
        )(s"ended with exit code $code before it started a server; "): Unit
      unverified("eddy.launcher.NoServer")("ended without starting a server"): Unit
      val late = unverified(
        "--timeout",
        "1",
        "eddy.launcher.Failing",
        "wait"
      )("did not come to where its server would listen within 1 s; ")
      assert(late.contains("  at eddy.launcher.Failing$.main(VerifySuite.scala:"), late)
end VerifySuite

/** Does not start a server. */
object Failing:
  def main(arguments: Array[String]): Unit = arguments.head match
    case "throw" => throw IllegalStateException("no database")
    case "wait" => CountDownLatch(1).await()
    case code => System.exit(code.toInt)

object Uninitialised:
  private val nothing: Int = sys.error("no configuration")
  def main(arguments: Array[String]): Unit = println(nothing)

object NoMain

final class News:
  private var entries = List.empty[String]
  val add: (Request, Response) => Unit = (request, response) =>
    entries = request.path :: entries
    response.empty()

object Till:
  private val news = News()
  private val stock = SharedMap[String, Int]().named("stock")
  private val actions = SharedMap[String, () => String]()
  private given Engine = Engine.default

  private val look: (Request, Response) => Unit = (_, response) => response.text(stock.size.toString)
  private def count: (Request, Response) => Unit = (_, response) =>
    stock("looks") = stock.getOrElse("looks", 0) + 1
    response.empty()
  private val buy: (Request, Response) => Unit = (_, response) =>
    stock.clear()
    response.empty()
  private val run: (Request, Response) => Unit =
    (request, response) => response.text(actions(request.path("name"))())

  def main(passed: Array[String]): Unit =
    val arguments = passed ++ Option(System.getProperty("till"))
    if arguments.contains("alone") then println("printed by the program")
    val looking =
      if arguments.contains("worse") then count else if arguments.contains("news") then news.add else look
    val routes = Routes.get("/look")(looking).post("/buy")(buy)
    val all = if arguments.contains("alone") then routes.get("/run/:name")(run) else routes
    Server(0).start(all).awaitStop()
end Till

/** Its server starts on a thread of its own. */
object LateTill:
  def main(arguments: Array[String]): Unit =
    val start: Runnable = () => Till.main(arguments)
    Thread.ofPlatform.start(start): Unit
