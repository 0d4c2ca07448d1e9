package service

import eddy.state.{LockPolicy, SharedMap}
import eddy.web.*

import java.util.concurrent.CountDownLatch
import scala.concurrent.duration.DurationInt

/** Servers that do not start with handlers that run alone. */
class StrictSuite extends WebSuite:
  private val actions = SharedMap[String, () => String]()
  private val sales = SharedMap[String, Int]()
  private val run: (Request, Response) => Unit = (req, res) => res.text(actions(req.path("name"))())
  private val look: (Request, Response) => Unit = (_, res) => res.text(sales.size.toString)
  private val later: Server => (Request, Response) => Unit = server =>
    (req, res) =>
      val name = req.path("name")
      server.nextTick(() => res.text(actions(name)()))
  private val strict = quiet.copy(strict = true)

  private def refusal(routes: Routes, config: ServerConfig = strict): List[String] =
    intercept[ServerStartException](Server(config).start(routes)).getMessage.linesIterator.toList

  test("a strict server names each handler that runs alone, with its line and a remedy, and does not start"):
    val said =
      refusal(Routes.get("/run/:name")(run).post("/run/:name")((q, s) => run(q, s)).get("/look")(look))
    assertEquals(clue(said).size, 3)
    for (line, route) <- said.zip(Seq("GET /run/:name", "POST /run/:name")) do
      assert(line.startsWith(s"$route runs alone: it excludes all other handlers, because of this at "))
      assert(line.contains("StrictSuite") && line.contains("function value") && line.contains("Instead: "))
    assertEquals(said.last, "With ServerConfig(strict = false) the server starts.")

  test("so does one with a handler that registers such a handler"):
    val server = Server(strict)
    val routes = Routes.get("/later/:name")(later(server))
    val said = intercept[ServerStartException](server.start(routes)).getMessage
    assert(clue(said).startsWith("GET /later/:name registers a handler that runs alone: "))

  test("a strict server starts with handlers whose locks are known, and any server without strict"):
    serving(Routes.get("/look")(look), strict)(server => assertEquals(ask(server, "/look").body, "0"))
    serving(Routes.get("/run/:name")(run))(server => assertEquals(ask(server, "/run/x").statusCode, 500))

  test("a strict server does not start while a handler is not analysed"):
    val slow = Routes.get("/slow")((_, res) => res.text(Slow.stock.size.toString))
    val said =
      try refusal(slow, strict.copy(analysisWithin = 1.millisecond))
      finally StrictGate.open.countDown()
    assert(clue(said).head.startsWith("GET /slow is not analysed after 1 millisecond. Instead: raise "))

  test("strict is refused where no code would be read before the start"):
    for wrong <- Seq(
        () => strict.copy(locks = LockPolicy.Unprotected),
        () => strict.copy(analysisWithin = 0.seconds)
      )
    do
      val said = intercept[IllegalArgumentException](wrong()).getMessage
      assert(clue(said).contains("strict = true with locks = ") && said.contains("or strict = false"))
end StrictSuite

private object StrictGate:
  val open: CountDownLatch = CountDownLatch(1)

/** The analysis initialises it, and waits. */
private object Slow:
  StrictGate.open.await()
  val stock: SharedMap[String, Int] = SharedMap()
