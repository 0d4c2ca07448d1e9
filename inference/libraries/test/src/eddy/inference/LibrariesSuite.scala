package eddy.inference

import eddy.inference.internal.verdict.{Conflict, Conflicts, Violations}
import eddy.inference.report.{Access, AccessSummary}
import eddy.state.{AccessKind, Target}
import eddy.testing.TimeLimit

import java.lang.management.ManagementFactory
import scala.collection.mutable.ListBuffer
import scala.concurrent.duration.DurationInt
import scala.io.Source
import scala.util.{Try, Using}

import com.sun.management.OperatingSystemMXBean
import libraries.{Expectation, Libraries, LibraryCase, Users}

/** Handlers that use the libraries of most applications. Each runs beside itself and beside other readers of
  * the map that it reads, and its reads are found wherever the library calls them.
  *
  * `not-yet.txt` lists the cases that fail; the suite fails when a listed case passes, too. The table of
  * docs/libraries.md is compared; `EDDY_LIBRARIES_UPDATE=1` has it written.
  */
class LibrariesSuite extends eddy.testing.PatientSuite:
  import LibrariesSuite.*

  override protected def timeLimit: TimeLimit =
    TimeLimit(20.minutes, "The analysis reads the code of seventy libraries.")

  private val rows = ListBuffer[Row]()
  private lazy val reader = Inference.summary(Users.reader)

  for c <- Libraries.all do
    test(c.name):
      val row = measure(c)
      rows += row
      val reason = s"${row.verdict}: ${row.reason}"
      if notYet(c.name) then
        assert(!row.passes, s"${c.name} is ${row.verdict} now: remove it from $NotYetFile")
      else assert(row.passes, reason)
      assert(clue(row.steps) <= MostSteps, s"the analysis of ${c.name} is more work than of any library")
      if !c.isServed && !notYet(c.name) then
        val later = afterARun(c)
        assert(later.passes, s"after it has run: ${later.verdict}: ${later.reason}")

  test("the list of cases that do not pass yet names cases of the table, and so does that of before"):
    val names = Libraries.all.map(_.name).toSet
    assertEquals(notYet.diff(names) ++ LibrariesTable.unknown(names), Set.empty)

  test("each case has a name of its own"):
    assertEquals(Libraries.all.map(_.name).distinct, Libraries.all.map(_.name))

  test("docs/libraries.md says how the handlers run"):
    // single cases may be chosen
    assume(rows.size == Libraries.all.size)
    if sys.env.get("EDDY_LIBRARIES_UPDATE").contains("1") then LibrariesTable.write(rows.toList)
    assertEquals(
      LibrariesTable.onPage.mkString("\n"),
      LibrariesTable.onPage(rows.toList).mkString("\n"),
      "EDDY_LIBRARIES_UPDATE=1 writes the page"
    )

  /** Lazy values exist by then, such as codecs. */
  private def afterARun(c: LibraryCase): Row =
    c.handler() match
      case handler: Function1[?, ?] =>
        val _ = Try(handler.asInstanceOf[String => Any](c.input("0")))
      case _ => ()
    measure(c)

  private def measure(c: LibraryCase): Row =
    // classes that the first analysis reads count for none of the libraries
    val known = reader
    val handler = c.handler()
    val (began, before) = (processCpuNanos(), Inference.steps)
    val summary = Inference.summary(handler)
    val (cpu, steps) = (processCpuNanos() - began, Inference.steps - before)
    val (verdict, reason) = verdictOf(summary, known)
    val passes = verdict == Verdict.Parallel ||
      c.expected == Expectation.OneLockPerObject && verdict == Verdict.Serialised && onlyObjects(summary)
    Row(c, cpu / 1_000_000, steps, verdict, reason, passes)
end LibrariesSuite

private object LibrariesSuite:
  enum Verdict derives CanEqual:
    case Parallel, Serialised, Alone, Rejected

    /** The map that every handler reads is not among its accesses: nothing protects it. */
    case Missed

  def kindOf(verdict: Verdict): String = verdict.toString.toLowerCase

  final case class Row(
      of: LibraryCase,
      cpuMillis: Long,
      steps: Long,
      verdict: Verdict,
      reason: String,
      passes: Boolean
  )

  private val NotYetFile = "not-yet.txt"

  /** Bodies that an analysis looks at. */
  private val MostSteps = 400

  /** Names of cases that fail. */
  val notYet: Set[String] =
    Using.resource(Source.fromResource(NotYetFile))(_.getLines().map(_.trim).filterNot(l =>
      l.isEmpty || l.startsWith("#")
    ).toSet)

  private val system = ManagementFactory.getPlatformMXBean(classOf[OperatingSystemMXBean])

  /** Of all threads: the analysis may use several. */
  def processCpuNanos(): Long = system.getProcessCpuTime

  /** How the handler runs beside itself and beside a reader of the same map, and the first reason. */
  def verdictOf(summary: AccessSummary, reader: AccessSummary): (Verdict, String) =
    val everything = summary.accesses.find(_.target == Target.Everything)
    val conflicts = Conflicts.between(summary, summary) ++ Conflicts.between(summary, reader)
    Violations.refused(summary).headOption match
      case Some(access) => (Verdict.Rejected, show(access))
      case None if everything.isDefined => (Verdict.Alone, everything.fold("")(show))
      case None if !readsUsers(summary) => (Verdict.Missed, "no access to Users.byId")
      case None if conflicts.nonEmpty => (Verdict.Serialised, show(cause(conflicts.head)))
      case None => (Verdict.Parallel, "")

  /** Only single library objects exclude another run of the handler. */
  def onlyObjects(summary: AccessSummary): Boolean =
    Conflicts.between(summary, summary).forall: c =>
      c.one.target match
        case Target.Fields(o) => !o.getClass.getName.startsWith("libraries.")
        case _ => false

  /** Through the library, too: by functions that it is given or keeps, now or on another thread. */
  private def readsUsers(summary: AccessSummary): Boolean =
    (summary.accesses ++ summary.detached).exists: a =>
      a.target match
        case Target.Shared(o) => o eq Users.byId
        case Target.Entry(o, _) => o eq Users.byId
        case Target.OfType(c) => c.isInstance(Users.byId)
        case _ => false

  /** Of a reader and a writer, the writer. */
  private def cause(conflict: Conflict): Access =
    if conflict.one.mode == AccessKind.Reads then conflict.other else conflict.one

  private def show(a: Access): String = s"${a.mode} ${a.path} at ${a.site}${a.coarse.fold("")(c => s" ($c)")}"
end LibrariesSuite
