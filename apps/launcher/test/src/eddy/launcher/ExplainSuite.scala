package eddy.launcher

import eddy.runtime.Engine
import eddy.state.SharedMap
import eddy.web.{Routes, Server}

class ExplainSuite extends eddy.testing.PatientSuite:
  test("explain shows what the callbacks of a program share, without listening"):
    val run = Run("explain", "--class-path", ".", "eddy.launcher.Shop")
    assertEquals((run.code, run.err), (0, ""))
    assert(clue(run.out).contains("GET /look: non-exclusive"))
    assert(run.out.contains("POST /buy: exclusive on what it writes"))
    assert(run.out.contains("x: never at the same time"))
    // a set out of a map could have any Iterator on the class path: none of Eddy's may be a wild one
    assert(clue(run.out).contains("GET /buyers: non-exclusive"))

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

object NoServer:
  def main(arguments: Array[String]): Unit = println("nothing here")
