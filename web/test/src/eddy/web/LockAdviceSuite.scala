package eddy.web

import eddy.inference.LockAdvice
import eddy.state.{LockStats, SharedMap}
import eddy.testing.Eventually

import java.util.concurrent.Semaphore

/** Who really waited in a server, for what, and why. */
class LockAdviceSuite extends WebSuite:
  private val orders = SharedMap[String, Int]().named("advised orders")
  private val sessions = SharedMap[String, List[String]]().named("advised sessions")
  private val entered = Semaphore(0)
  private val leave = Semaphore(0)

  private val hold: (Request, Response) => Unit = (_, response) =>
    orders.clear()
    entered.release()
    leave.acquire()
    response.empty()
  private val count: (Request, Response) => Unit = (_, response) => response.text(orders.size.toString)
  private val holdOne: (Request, Response) => Unit = (request, response) =>
    sessions(request.path("id")) = Nil
    entered.release()
    leave.acquire()
    response.empty()
  private val routes =
    Routes.post("/hold")(hold).get("/count")(count).post("/one/:id")(holdOne).get("/free")((_, res) =>
      res.text("free")
    )

  private def waiting(lock: String) = LockStats.all.filter(_.lock.contains(lock)).map(_.waitingNow).sum

  /** The second request waits until the first lets the lock go. */
  private def contend(server: RunningServer, first: String, second: (String, String), lock: String): Unit =
    val holder = background(ask(server, first, "POST"))
    entered.acquire()
    val waiter = background(ask(server, second(1), second(0)))
    Eventually.until(s"${second(1)} waits", LockStats.text())(waiting(lock) == 1)
    leave.release(2)
    holder.join()
    waiter.join()
    // a waiter that holds has entered, too; one that does not leaves its permit
    entered.drainPermits(): Unit
    leave.drainPermits(): Unit

  private def background(request: => Answer): Thread =
    val thread = Thread(() => request: Unit)
    thread.start()
    thread

  test("a lock that a handler waited for is listed with that handler, and with the code that holds it"):
    serving(routes ++ Explanation.routes): server =>
      contend(server, "/hold", ("GET", "/count"), "advised orders")
      val advice = Explanation.locks(routes).find(_.stats.lock.contains("advised orders")).get
      assertEquals(advice.stats.handlers.map(h => (h.handler, h.waits)), Vector(("GET /count", 1L)))
      assert(advice.stats.handlers.head.waited.toNanos > 0)
      assertEquals(
        advice.uses.map((name, u) => (name, u.stableName)),
        List(
          ("POST /hold", "SharedMap advised orders"),
          ("GET /count", "SharedMap advised orders")
        )
      )
      val page = ask(server, "/handlers/locks").body
      val lines =
        page.linesIterator.dropWhile(!_.startsWith("SharedMap \"advised orders\": 1 waits of ")).toList
      assert(clue(lines)(1).startsWith("  GET /count waited: 1 waits of "))
      assert(lines(2).startsWith("  POST /hold writes SharedMap \"advised orders\" ("))
      assert(lines(2).contains("LockAdviceSuite"))
      assert(lines(3).startsWith("  GET /count reads SharedMap"))
      assert(lines(4).startsWith("  remedy: hold it for less time: "))
      assert(!page.contains("/free"))

  private final class Tally:
    private var total = 0
    def add(): Unit = total += 1
    def sum: Int = total

  test("the lock of a plain object is called by what it is of, with the variable that is changed"):
    val tally = Tally()
    val hold: (Request, Response) => Unit = (_, response) =>
      tally.add()
      entered.release()
      leave.acquire()
      response.empty()
    val all = Routes.post("/tally")(hold) ++ Explanation.routes
    serving(all): server =>
      contend(server, "/tally", ("POST", "/tally"), "plain objects")
      val page = ask(server, "/handlers/locks").body.linesIterator.toList
      val tallies = clue(page).dropWhile(!_.startsWith("eddy.web.LockAdviceSuite.Tally tally (plain objects"))
      assert(tallies.head.contains("): 1 waits of "))
      assert(tallies(1).startsWith("  POST /tally waited: 1 waits of "))
      assert(tallies(
        2
      ).startsWith("  POST /tally writes LockAdviceSuite.Tally.total of eddy.web.LockAdviceSuite$Tally"))
      assert(
        tallies(2).contains("; remedy: keep LockAdviceSuite.Tally.total in a SharedMap by its key, or, ")
      )

  test("waits for single entries are one line, with the handlers that lock an entry"):
    serving(routes): server =>
      contend(server, "/one/a", ("POST", "/one/a"), "map entries")
      val advice = Explanation.locks(routes).find(_.stats.lock == "entries of shared maps").get
      assert(clue(advice.stats.handlers.map(_.handler)).contains("POST /one/:id"))
      assertEquals(
        advice.uses.map((name, u) => (name, u.stableName)),
        List(
          ("POST /one/:id", "entry of SharedMap advised sessions")
        )
      )

  test("a wait for a map as a whole names the handlers that lock an entry of it"):
    val drop: (Request, Response) => Unit = (_, response) =>
      sessions.clear()
      response.empty()
    val all = routes.post("/drop")(drop)
    serving(all): server =>
      // from then on all handlers know that the map is used as a whole, too
      assertEquals(ask(server, "/drop", "POST").statusCode, 204)
      contend(server, "/one/a", ("POST", "/drop"), "advised sessions")
      val advice = Explanation.locks(all).find(_.stats.lock.contains("advised sessions")).get
      assertEquals(advice.stats.handlers.map(_.handler), Vector("POST /drop"))
      assertEquals(advice.uses.map(_(0)).toSet, Set("POST /drop", "POST /one/:id"))

  test("without waiting the advice is empty"):
    assertEquals(LockAdvice.text(Nil), "No handler has waited for a lock.")
end LockAdviceSuite
