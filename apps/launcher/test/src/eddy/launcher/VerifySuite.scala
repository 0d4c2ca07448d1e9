package eddy.launcher

import eddy.runtime.Engine
import eddy.state.SharedMap
import eddy.web.{Request, Response, Routes, Server}

import java.nio.file.{Files, Path}

/** `./eddy verify` on a program, in a JVM of its own as for users. */
class VerifySuite extends eddy.testing.PatientSuite:
  private val folder = FunFixture[Path](_ => Files.createTempDirectory("eddy-verify"), _ => ())
  private def verify(arguments: String*)(using Path) = Run(("verify" +: arguments)*)

  folder.test("a change that makes a handler exclusive fails with its place, and --write accepts it"): dir =>
    given Path = dir
    val written = verify("--baseline", "base.txt", "--write", "eddy.launcher.Till")
    assertEquals((written.code, written.err), (0, ""))
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
    assert(clue(allowed.out).startsWith("{\"verified\":true,"))
    assert(allowed.out.contains("\"GET /run/:name\":\"runs alone\""))

  folder.test("what cannot be verified is refused before the program starts, with what to do"): dir =>
    given Path = dir
    def refused(arguments: String*)(message: String): Unit =
      val run = verify(arguments*)
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
    assertEquals(verify("eddy.launcher.NoServer").code, 1)
end VerifySuite

object Till:
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

  def main(arguments: Array[String]): Unit =
    if arguments.contains("alone") then println("printed by the program")
    val routes = Routes.get("/look")(if arguments.contains("worse") then count else look).post("/buy")(buy)
    val all = if arguments.contains("alone") then routes.get("/run/:name")(run) else routes
    Server(0).start(all).awaitStop()
end Till
