package verdicts

import eddy.actor.{Actor, ActorRef, actor, react}
import eddy.docs.Listening
import eddy.push.{Channels, Push}
import eddy.runtime.Engine
import eddy.state.SharedMap
import eddy.web.{Explanation, Routes}

import java.lang.reflect.{Method, Modifier}
import scala.io.Source
import scala.util.Using

import io.opentelemetry.api.OpenTelemetry

/** Which handlers of the programs on the pages exclude each other, and why. Any other exclusion is a fault of
  * the inference, or a change of a page that this table has to explain.
  */
class ProgramVerdictsSuite extends eddy.testing.PatientSuite:
  import ProgramVerdictsSuite.*

  private val programs =
    Using.resource(Source.fromResource("programs.txt"))(_.getLines().toList).map(name =>
      name -> routesOf(name)
    )

  test("each program on a page has routes, but for those of which another suite shows how they run"):
    val without = programs.collect { case (name, routes) if routes.isEmpty => page(name) }.toSet
    assertEquals(without, elsewhere)

  test("handlers of programs on the pages exclude each other for the reasons that are known"):
    val found =
      for
        (name, all) <- programs
        routes <- all
        e <- Explanation.report(routes).conflicts
      yield
        val (one, other) = (withoutPlace(e.one), withoutPlace(e.other))
        s"${page(name)}: $one with ${if one == other then "itself" else other}"
    assertEquals(found.distinct.sorted, reasons.keys.toList.sorted)

  test("no handler of a program on a page runs alone or is rejected"):
    for
      (name, all) <- programs
      routes <- all
      row <- Explanation.report(routes).handlers
    do
      assert(
        Set("stateless", "read-only", "adding", "exclusive")(row.kind.text),
        s"$name: ${row.name} ${row.kind}\n${Explanation.of(routes)}"
      )
end ProgramVerdictsSuite

object ProgramVerdictsSuite:
  private val reasons = Map(
    "bodies: POST /count, onData with itself" -> "it counts in a variable of the request",
    "bodies: POST /sums, multipartTo with itself" -> "it writes to a builder of the request",
    "launcher: POST /votes/:name with GET /votes" -> "the second reads all entries",
    "launcher: POST /votes/:name with itself" -> "it writes the entry of a name",
    "sockets: GET /whois/:domain, onBytes with GET /whois/:domain, onClose" -> "they share a buffer of the request",
    "sockets: GET /whois/:domain, onClose with itself" -> "the same",
    "tutorial: GET /votes with POST /votes" -> "the first reads all entries",
    "tutorial: POST /votes with itself" -> "it writes the entry of a choice",
    "web: GET / with GET /, nextTick" -> "the second writes the entry of a number",
    "web: GET /, nextTick with itself" -> "the same"
  )

  /** ServiceSuite compares the baseline of the page. */
  private val elsewhere = Set("service")

  private def withoutPlace(handler: String) = handler.replaceAll(" at programs\\S+", "")

  /** Pages change above their programs. */
  private def page(name: String) = name.replaceAll("_\\d+$", "")

  /** The routes of its servers, and of its values and methods. */
  private def routesOf(name: String): Seq[Routes] =
    val program = Class.forName(s"programs.$name$$").getField("MODULE$").get(null)
    val methods = program.getClass.getDeclaredMethods.toSeq.filter(m =>
      Modifier.isPublic(m.getModifiers) && !m.getName.contains("$") && m.getName != "test"
    )
    val returned = methods.flatMap(call(program, _)).collect { case routes: Routes => routes }
    returned ++ Listening.taken()

  /** None if it takes what the table does not have. */
  private def call(program: AnyRef, method: Method): Option[Any] =
    val arguments = method.getParameterTypes.toSeq.map(t => known.find((c, _) => t.isAssignableFrom(c)))
    Option.when(!arguments.contains(None))(method.invoke(program, arguments.flatten.map(_(1)())*))

  private val channels = Channels.start()

  private val known: Seq[(Class[?], () => AnyRef)] = Seq(
    classOf[ActorRef[?]] -> (() => actor[Any](ignoring)),
    classOf[SharedMap[?, ?]] -> (() => SharedMap[String, Int]()),
    classOf[Channels] -> (() => channels),
    classOf[Push] -> (() => Push(channels)),
    classOf[Engine] -> (() => Engine.default),
    classOf[OpenTelemetry] -> (() => OpenTelemetry.noop),
    classOf[Routes] -> (() => Routes),
    classOf[String] -> (() => "0" * 32)
  )

  private def ignoring(using Actor[Any]): eddy.actor.Behavior[Any] = react { case _ => ignoring }
end ProgramVerdictsSuite
