package eddy.inference

import eddy.runtime.{Engine, EngineConfig}
import eddy.state.SharedMap
import eddy.web.{Request, Response, Routes, Server, ServerConfig}

import java.net.URI
import java.net.http.HttpResponse.BodyHandlers
import java.net.http.{HttpClient, HttpRequest}
import java.nio.file.{Files, Path}
import java.sql.DriverManager
import java.util.concurrent.{CyclicBarrier, TimeUnit}
import scala.concurrent.duration.DurationInt
import scala.jdk.CollectionConverters.*
import scala.util.Using

import libraries.{Expectation, Libraries, LibraryCase, User, Users}

/** Handlers with libraries run at the same time on a server: two requests for one handler, and one for a
  * handler that writes another map, meet while all three hold their locks. Then the two call their library,
  * unless it needs a service, and all three meet again before the first of them gives back its locks.
  */
class OverlapSuite extends eddy.testing.PatientSuite:
  import OverlapSuite.*

  private given engine: Engine = Engine.start(EngineConfig(name = "overlap", workers = 4))
  private val client = HttpClient.newHttpClient()
  // the database ends with its last connection
  private val database = DriverManager.getConnection("jdbc:h2:mem:users")

  override def beforeAll(): Unit =
    for id <- List("1", "2") do Users.byId(id) = User(id, "ann", 1)
    Files.createDirectories(folder): Unit
    Using.resource(database.createStatement()): statement =>
      // Slick writes names in quotes
      for (table, id, name, visits) <- List(
          ("users", "id", "name", "visits"),
          ("\"users\"", "\"id\"", "\"name\"", "\"visits\"")
        )
      do statement.execute(s"create table $table ($id varchar primary key, $name varchar, $visits int)"): Unit

  override def afterAll(): Unit =
    database.close()
    Using.resource(Files.walk(folder))(_.iterator.asScala.toList.reverse.foreach(Files.delete))
    await(engine.shutdown(5.seconds)): Unit

  test("two requests for a handler and one for a writer of another map overlap, whatever the library"):
    val writes = SharedMap[String, Int]()
    val meeting = CyclicBarrier(3)
    val writer = Routes.get("/writer"): (_, response) =>
      writes("all") = writes.getOrElse("all", 0) + 1
      meet(meeting)
      meet(meeting)
      response.text("")
    val routes = cases.zipWithIndex.foldLeft(writer) { case (all, (c, i)) =>
      all.get(s"/$i/:id")(meetingIn(c, meeting))
    }
    val server = Server(ServerConfig(port = 0, accessLog = false)).start(routes)
    try
      val failed =
        for
          (c, i) <- cases.zipWithIndex
          answers = List(s"/$i/1", s"/$i/2", "/writer").map: path =>
            client.sendAsync(HttpRequest.newBuilder(URI(server.url + path)).build(), BodyHandlers.ofString())
          found = answers.map(await(_, c.name))
          if found.map(_.statusCode) != List(200, 200, 200)
        yield s"${c.name}: ${found.map(a => s"${a.statusCode} ${a.body}")}"
      assertEquals(failed.mkString("\n"), "")
    finally server.stop(1.second)

  test("seven of ten libraries are called"):
    assert(clue(cases.count(!_.isServed)) * 10 >= clue(cases.size) * 7)
end OverlapSuite

private object OverlapSuite:
  private final val SecondsToMeet = 60L

  /** Where the handlers with files have theirs. */
  private val folder = Path.of("users")

  private val cases: Seq[LibraryCase] = Libraries.all.filter(c =>
    c.expected == Expectation.Parallel && !LibrariesSuite.notYet(c.name)
  )

  private def meet(meeting: CyclicBarrier): Unit = meeting.await(SecondsToMeet, TimeUnit.SECONDS): Unit

  private def meetingIn(c: LibraryCase, meeting: CyclicBarrier): (Request, Response) => Unit =
    val runs = !c.isServed
    c.handler() match
      case handler: Function1[?, ?] =>
        val run = handler.asInstanceOf[String => Any]
        val input = c.input
        (request, response) =>
          val text = request.path("id")
          meet(meeting)
          try if runs then run(input(text)): Unit
          finally meet(meeting)
          response.text("")
      case handler: Function2[?, ?, ?] =>
        val run = handler.asInstanceOf[(Request, Response) => Unit]
        (request, response) =>
          meet(meeting)
          try if runs then run(request, response) else response.text("")
          finally meet(meeting)
      case other => throw IllegalArgumentException(s"the handler of ${c.name} is $other: give a function")
end OverlapSuite
