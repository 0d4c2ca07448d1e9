package eddy.examples

import eddy.web.{Explanation, Routes, Secret}

import java.nio.file.{Files, Path}
import scala.concurrent.duration.*
import scala.jdk.CollectionConverters.*
import scala.util.Using

/** Which handlers of the examples exclude each other, and why. Any other exclusion is a fault of the
  * inference, or a change of an example that this table has to explain.
  */
class ExampleVerdictsSuite extends eddy.testing.PatientSuite:
  private val examples: List[(String, () => Routes)] = List(
    "BigDownload" -> (() => BigDownload.routes),
    "ChatRoom" -> (() => ChatRoom.routes),
    "EventClock" -> (() => EventClock.routes(1.second)),
    "HelloHttp" -> (() => HelloHttp.routes),
    "JsonApi" -> (() => JsonApi.routes),
    "Library" -> (() => Library.routes),
    "Login" -> (() => Login.routes(Secret.random())),
    "StaticFiles" -> (() => StaticFiles.routes),
    "Stock" -> (() => Stock().routes),
    "Visits" -> (() => Visits.routes),
    "WebSocketEcho" -> (() => WebSocketEcho.routes)
  )

  private val reasons = Map(
    "Library: POST /books with itself" -> "the key is in the body, which Tapir decodes after the locks are held",
    "Library: POST /books with GET /books/:title" -> "the same",
    "Stock: POST /buy/:item with itself" -> "it counts all sales in a plain variable, to show that one is locked",
    "Stock: POST /buy/:item with GET /check" -> "the check reads all entries of both maps"
  )

  private def exclusions(name: String, routes: Routes): List[String] =
    for e <- Explanation.report(routes).conflicts
    yield
      val (one, other) = (withoutPlace(e.one), withoutPlace(e.other))
      s"$name: $one with ${if one == other then "itself" else other}"

  private def withoutPlace(handler: String) = handler.replaceAll(" at eddy\\S+", "")

  test("handlers of the examples exclude each other for the reasons that are known"):
    val found = examples.flatMap((name, routes) => exclusions(name, routes()))
    assertEquals(found.sorted, reasons.keys.toList.sorted)

  test("each example that has routes is in the table"):
    val folder = Path.of(sys.env("EDDY_CHECKOUT"), "examples/src/eddy/examples")
    val files = Using.resource(Files.list(folder))(_.iterator.asScala.toList)
    val served = files.filter(Files.readString(_).contains("import eddy.web"))
    // docs/web.md has the program of Fibonacci, which another suite looks at
    val names = served.map(_.getFileName.toString.stripSuffix(".scala")).filter(_ != "Fibonacci")
    assertEquals(names.sorted, examples.map(_(0)).sorted)

  test("no handler of the examples runs alone or is rejected"):
    for (name, routes) <- examples; row <- Explanation.report(routes()).handlers do
      assert(Set("stateless", "read-only", "exclusive")(row.kind.text), s"$name: ${row.name} ${row.kind}")
end ExampleVerdictsSuite
