package service

import eddy.state.SharedMap
import eddy.testing.Waits
import eddy.web.{Routes, WebSuite}

import scala.concurrent.ExecutionContext.Implicits.global
import scala.concurrent.duration.DurationInt
import scala.concurrent.{Await, Future}

/** Handlers that wait for futures. Outside of Eddy's own packages, like a user's code. */
class WaitingSuite extends WebSuite:
  test("a handler that waits for a future which uses a shared object holds no lock of it, and continues"):
    val visits = SharedMap[String, Int]()
    val routes = Routes.get("/visit/:name"): (req, res) =>
      val name = req.path("name")
      val counted = Future(visits.updateWith(name)(n => Some(n.getOrElse(0) + 1)))
      res.text(Await.result(counted, Waits.LimitSeconds.seconds).mkString)
    serving(routes): server =>
      assertEquals(ask(server, "/visit/a").body, "1")
      assertEquals(ask(server, "/visit/a").body, "2")
end WaitingSuite
