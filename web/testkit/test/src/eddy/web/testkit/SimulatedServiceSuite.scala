package eddy.web.testkit

import eddy.actor.testkit.{Simulation, SimulationFailure}
import eddy.state.{LockPolicy, SharedCounter, SharedMap}
import eddy.web.{Routes, ServerConfig}

import scala.concurrent.duration.DurationInt

class SimulatedServiceSuite extends eddy.testing.PatientSuite:
  private val bare = ServerConfig(locks = LockPolicy.Unprotected)
  private val locked = ServerConfig(locks = LockPolicy.Park)

  /** Sells what is in stock, and looks before it does. */
  private final class Stock(left: Int):
    val stock: SharedMap[String, Int] = SharedMap("tea" -> left)
    val sold: SharedCounter = SharedCounter()
    val routes: Routes = Routes.post("/buy/:item"): (req, res) =>
      val item = req.path("item")
      val n = stock.getOrElse(item, 0)
      if n == 0 then res.fail(409, "sold out")
      else
        stock(item) = n - 1
        sold += 1
        res.status(201).text(s"${n - 1} left")

  private def buying(config: ServerConfig)(sim: Simulation): Unit =
    val shop = Stock(2)
    val service = SimulatedService(sim, shop.routes, config)
    val calls = Seq.fill(3)(service.post("/buy/tea"))
    val codes = calls.map(_.answer().code)
    assert(codes.count(_ == 201) == 2, s"${codes.count(_ == 201)} of 2 were sold")

  test("a service without locks loses an update in some order, which its seed brings back"):
    val found = intercept[SimulationFailure](Simulation.explore(runs = 500)(sim => buying(bare)(sim)))
    assert(clue(found.getMessage.nn).contains("3 of 2 were sold"))
    assert(found.getMessage.nn.contains(s"To replay: Simulation.run(seed = ${found.seed}L)"))
    assert(clue(found.trace).contains("POST /buy/tea begins (request 1)"))
    // the request, the operation and the object
    for what <- List("reads an entry of SharedMap", "writes an entry of SharedMap", "adds to SharedCounter")
    do
      assert(
        found.trace.linesIterator.exists(_.matches(s".*POST /buy/:item \\(request \\d\\) $what.*")),
        found.trace
      )
    assert(!found.trace.contains("an event"), found.trace)
    val lost = found.getMessage.nn.linesIterator.filter(_.startsWith("lost update: ")).toList
    assert(
      clue(lost).exists(_.matches(
        "lost update: POST /buy/:item \\(request (\\d)\\) writes .*, which it read before POST /buy/:item " +
          "\\(request (?!\\1)\\d\\) wrote it in step \\d+"
      ))
    )
    // twice more, and it goes the same way
    for _ <- 1 to 2 do
      val again = intercept[SimulationFailure](Simulation.run(found.seed)(sim => buying(bare)(sim)))
      assertEquals(again.trace, found.trace)

  test("with locks no order loses one"):
    val explored = Simulation.explore(runs = 500)(sim => buying(locked)(sim))
    assert(clue(explored.orders) > 50)

  test("handlers that are locked are interrupted too: others wait for the lock, and then run"):
    val explored = Simulation.explore(runs = 300): sim =>
      val a = SharedMap("n" -> 0)
      val b = SharedMap("n" -> 0)
      val routes = Routes.get("/both"): (_, res) =>
        a("n") = a("n") + 1
        b("n") = b("n") + 1
        res.text(s"${a("n")} ${b("n")}")
      val service = SimulatedService(sim, routes, locked)
      val answers = Seq.fill(4)(service.get("/both")).map(_.answer().bodyText)
      assertEquals(answers.sorted, Seq("1 1", "2 2", "3 3", "4 4"))
    assert(clue(explored.orders) > 50)

  test("a delay by after takes no real time"):
    Simulation.run(seed = 1): sim =>
      val routes = Routes.get("/later"): (req, res) =>
        req.after(1.hour)(() => res.text("an hour later")): Unit
      val call = SimulatedService(sim, routes).get("/later")
      sim.advance(59.minutes)
      assert(!call.isAnswered)
      call.answer().status(200).text("an hour later")
      assertEquals(sim.now, 1.hour)

  test("the events of one request keep their order, whatever the seed"):
    val _ = Simulation.explore(runs = 100): sim =>
      val service = SimulatedService.one(sim): connection =>
        var log = "first"
        connection.req.nextTick: () =>
          log += " tick"
          connection.req.nextTick(() => connection.res.text(log))
        log += " second"
      val calls = Seq.fill(3)(service.call("PUT", "/any/path", "x"))
      calls.foreach(_.answer().text("first second tick"))

  test("WebSockets hear each other in every order, and all of them everything"):
    val explored = Simulation.explore(runs = 100): sim =>
      val heard = SharedMap[Int, String]()
      val routes = Routes.webSocket("/room"): socket =>
        socket.onText: text =>
          heard(heard.size) = text
          socket.send(s"${heard.size} $text"): Unit
      val service = SimulatedService(sim, routes, locked)
      val (ada, grace) = (service.webSocket("/room"), service.webSocket("/room"))
      ada.send("a")
      grace.send("g")
      val answers = Set(ada.receive(), grace.receive())
      assert(answers == Set("1 a", "2 g") || answers == Set("1 g", "2 a"), answers)
      ada.close()
      ada.expectClose(1000)
      grace.abort()
    assert(clue(explored.orders) > 10)

  test("a handler's exception is the answer, and part of a failed expectation"):
    Simulation.run(seed = 1): sim =>
      val service =
        SimulatedService(sim, Routes.get("/bad")((_, _) => throw IllegalStateException("no stock file")))
      val wrong = intercept[AssertionError](service.get("/bad").status(200))
      assert(clue(wrong.getMessage.nn).contains("GET /bad: status 200 is expected, but this came:\n  500"))
      assert(wrong.getMessage.nn.contains("no stock file"))

  test("an answer that never comes is an error, and so is a WebSocket that is refused"):
    Simulation.run(seed = 1): sim =>
      val service = SimulatedService(sim, Routes.get("/never")((_, _) => ()))
      assert(clue(
        intercept[AssertionError](service.get("/never").answer()).getMessage.nn
      ).contains("GET /never has no answer"))
      service.webSocket("/nowhere").expectClose(1006)

  test("a policy whose threads wait is refused"):
    Simulation.run(seed = 1): sim =>
      val wrong = intercept[IllegalArgumentException]:
        SimulatedService(sim, Routes, ServerConfig(locks = LockPolicy.Requeue(3)))
      assert(clue(wrong.getMessage.nn).contains("use LockPolicy.Park"))
end SimulatedServiceSuite
