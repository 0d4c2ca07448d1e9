package eddy.launcher

import eddy.runtime.Engine
import eddy.state.{SharedCounter, SharedMap}
import eddy.testing.TestFolder
import eddy.web.{Routes, Server}

import java.nio.file.Files
import scala.jdk.CollectionConverters.*

import picocli.CommandLine

class ExplainSuite extends eddy.testing.PatientSuite:
  test("explain shows what the handlers of a program share, without listening"):
    val run = Run("explain", "--class-path", ".", "eddy.launcher.Shop")
    assertEquals((run.code, run.err), (0, ""))
    assert(clue(run.out).contains("GET /look: read-only"))
    assert(run.out.contains("POST /buy: exclusive: excludes handlers that use what it writes"))
    assert(run.out.contains("x: never at the same time"))
    // a set out of a map could have any Iterator on the class path: none of Eddy's may be a wild one
    assert(clue(run.out).contains("GET /buyers: read-only"))

  test("the two lines for an object of a library, in META-INF/eddy/library.txt, make its handler parallel"):
    val folder = TestFolder.make("eddy-facts")
    val file = Files.createDirectories(folder.resolve("META-INF/eddy")).resolve("library.txt")
    Files.writeString(file, "")
    def lines =
      val run = Run("explain", "--class-path", folder.toString, "eddy.launcher.Liner")
      assertEquals(run.err, "")
      run.out.linesIterator.toList
    val before = lines
    assertEquals(clue(before).head, "GET /: exclusive: excludes handlers that use what it writes")
    val at = before.indexWhere(_.endsWith("add to META-INF/eddy/library.txt:"))
    assert(at > 0, clue(before))
    Files.write(file, before.slice(at + 1, at + 3).map(_.trim).asJava)
    assertEquals(clue(lines).head, "GET /: stateless: runs beside every handler")

  test("a handler takes at most 60 lines, and all of them with --full"):
    def lines(options: String*) =
      Run(("explain" +: options :+ "eddy.launcher.Wide")*).out.linesIterator.takeWhile(_.nonEmpty).toList
    assertEquals(clue(lines()).size, 60)
    assert(lines().last.endsWith(" more; use --full"))
    assertEquals(lines("--full").count(_.contains("writes SharedCounter")), 70)

  test("a program without a server has nothing to explain"):
    val run = Run("explain", "eddy.launcher.NoServer")
    assertEquals(run.code, 1)
    assert(clue(run.err).contains("ended without starting a server"))

  test("a class or a class path that is not there is refused"):
    val none = Run("explain")
    assertEquals(none.code, 2)
    assert(clue(none.err).contains("no main class was given"))
    val wrong = Run("explain", "no.such.Class")
    assertEquals(wrong.code, 2)
    assert(clue(wrong.err).contains("no class no.such.Class") && wrong.err.contains("--class-path"))
    val path = Run("explain", "--class-path", "no/such/folder", "Main")
    assertEquals(path.code, 2)
    assert(clue(path.err).contains("there is no") && path.err.contains("no/such/folder"))
end ExplainSuite

object Shop:
  private val stock = SharedMap[String, Int]()
  private val buyers = SharedMap[String, Set[String]]()
  private given Engine = Engine.default

  def main(arguments: Array[String]): Unit =
    val routes = Routes
      .get("/look")((_, response) => response.text(stock.getOrElse("tea", 0).toString))
      .get("/buyers"): (_, response) =>
        val names = StringBuilder()
        buyers.getOrElse("tea", Set.empty).foreach(names ++= _)
        response.text(names.toString)
      .post("/buy"): (_, response) =>
        stock("tea") = stock.getOrElse("tea", 0) - 1
        response.empty()
    Server(0).start(routes).awaitStop()

object Liner:
  private val line = CommandLine(picocli.CommandLine.Model.CommandSpec.create)
  private given Engine = Engine.default

  def main(arguments: Array[String]): Unit =
    Server(0).start(Routes.get("/")((_, response) => response.text(line.getCommandName))).awaitStop()

object Wide:
  private val some = List.fill(35)(SharedCounter())
  private val others = List.fill(35)(SharedCounter())
  private given Engine = Engine.default

  def main(arguments: Array[String]): Unit =
    val routes = Routes.post("/"): (_, response) =>
      some.foreach(_.set(0))
      others.foreach(_.set(0))
      response.empty()
    Server(0).start(routes).awaitStop()

object NoServer:
  def main(arguments: Array[String]): Unit = println("nothing here")
