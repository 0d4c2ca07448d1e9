package eddy.inference

import eddy.runtime.{Engine, EngineConfig}
import eddy.state.SharedMap
import eddy.web.{Routes, Server, ServerConfig}

import java.net.URI
import java.net.http.HttpResponse.BodyHandlers
import java.net.http.{HttpClient, HttpRequest}
import java.util.concurrent.{CyclicBarrier, TimeUnit}
import scala.concurrent.duration.DurationInt

import libraries.{Expectation, Libraries, LibraryCase}

/** Handlers with libraries run at the same time on a server: two requests for one handler, and one for a
  * handler that writes another map, meet while all three hold their locks.
  */
class OverlapSuite extends eddy.testing.PatientSuite:
  import OverlapSuite.*

  private given engine: Engine = Engine.start(EngineConfig(name = "overlap", workers = 4))
  private val client = HttpClient.newHttpClient()
  override def afterAll(): Unit = engine.shutdown(5.seconds): Unit

  test("two requests for a handler and one for a writer of another map overlap, whatever the library"):
    val writes = SharedMap[String, Int]()
    val meeting = CyclicBarrier(3)
    val routes = cases.zipWithIndex.foldLeft(Routes.get("/writer"): (_, response) =>
      writes("all") = writes.getOrElse("all", 0) + 1
      meeting.await(SecondsToMeet, TimeUnit.SECONDS): Unit
      response.text("")) { case (all, (c, i)) => all.get(s"/$i")(meetingIn(c, meeting)) }
    val server = Server(ServerConfig(port = 0, accessLog = false)).start(routes)
    try
      for (c, i) <- cases.zipWithIndex do
        val answers = List(s"/$i", s"/$i", "/writer").map: path =>
          client.sendAsync(HttpRequest.newBuilder(URI(server.url + path)).build(), BodyHandlers.ofString())
        assertEquals(answers.map(await(_, c.name).statusCode), List(200, 200, 200), c.name)
    finally server.stop(1.second)
end OverlapSuite

private object OverlapSuite:
  private final val SecondsToMeet = 60L

  /** Most libraries would need a service: only the locks for their code are of interest here. */
  @volatile private var runs = false

  private val cases: Seq[LibraryCase] = Libraries.all.filter(c =>
    c.expected == Expectation.Parallel && !LibrariesSuite.notYet(c.name)
  )

  private def meetingIn(
      c: LibraryCase,
      meeting: CyclicBarrier
  ): (eddy.web.Request, eddy.web.Response) => Unit =
    c.handler() match
      case handler: Function1[?, ?] =>
        val run = handler.asInstanceOf[String => Any]
        (request, response) =>
          meeting.await(SecondsToMeet, TimeUnit.SECONDS): Unit
          if runs then run(request.path): Unit
          response.text("")
      case handler: Function2[?, ?, ?] =>
        val run = handler.asInstanceOf[(eddy.web.Request, eddy.web.Response) => Unit]
        (request, response) =>
          meeting.await(SecondsToMeet, TimeUnit.SECONDS): Unit
          if runs then run(request, response)
          response.text("")
      case other => throw IllegalArgumentException(s"the handler of ${c.name} is $other: give a function")
end OverlapSuite
