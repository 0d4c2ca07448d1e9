package eddy.inference

import eddy.inference.internal.verdict.{Conflict, Conflicts, Violations}
import eddy.inference.report.{Access, AccessSummary}
import eddy.state.{AccessKind, Target}
import eddy.testing.TimeLimit

import java.lang.management.ManagementFactory
import java.nio.file.{Files, Path}
import scala.collection.mutable.ListBuffer
import scala.concurrent.duration.DurationInt
import scala.io.Source
import scala.util.Using

import com.sun.management.OperatingSystemMXBean
import libraries.{Expectation, Libraries, LibraryCase, Users}

/** Handlers that use the libraries of most applications. Each runs beside itself and beside other readers of
  * the map that it reads, and its reads are found wherever the library calls them.
  *
  * `not-yet.txt` lists the cases that fail; the suite fails when a listed case passes, too. It writes a table
  * of all cases: to `libraries.md` in its working folder, or to the file that the system property
  * `eddy.libraries.table` names.
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

  test("the list of cases that do not pass yet names cases of the table"):
    assertEquals(notYet.diff(Libraries.all.map(_.name).toSet), Set.empty)

  test("each case has a name of its own"):
    assertEquals(Libraries.all.map(_.name).distinct, Libraries.all.map(_.name))

  override def afterAll(): Unit =
    val file = Path.of(System.getProperty("eddy.libraries.table", "libraries.md")).toAbsolutePath
    val _ = Files.writeString(file, table(rows.toList))

  private def measure(c: LibraryCase): Row =
    // classes that the first analysis reads count for none of the libraries
    val known = reader
    val handler = c.handler()
    val (began, cpuBegan) = (System.nanoTime, processCpuNanos())
    val summary = Inference.summary(handler)
    val (wall, cpu) = (System.nanoTime - began, processCpuNanos() - cpuBegan)
    val (verdict, reason) = verdictOf(summary, known)
    val passes = verdict == Verdict.Parallel ||
      c.expected == Expectation.OneLockPerObject && verdict == Verdict.Serialised && onlyObjects(summary)
    Row(c, cpu / 1_000_000, wall / 1_000_000, verdict, reason, passes)
end LibrariesSuite

private object LibrariesSuite:
  enum Verdict derives CanEqual:
    case Parallel, Serialised, Alone, Rejected

    /** The map that every handler reads is not among its accesses: nothing protects it. */
    case Missed

  final case class Row(
      of: LibraryCase,
      cpuMillis: Long,
      wallMillis: Long,
      verdict: Verdict,
      reason: String,
      passes: Boolean
  )

  private val NotYetFile = "not-yet.txt"

  /** Names of cases that fail as long as the analysis reads the code of libraries. */
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

  def table(rows: List[Row]): String =
    def line(r: Row) =
      s"| ${r.of.library} | ${r.of.use} | ${r.cpuMillis} | ${r.wallMillis} | ${r.verdict.toString.toLowerCase} | ${shorten(r.reason)} |"
    def count(v: Verdict) = s"${rows.count(_.verdict == v)} ${v.toString.toLowerCase}"
    val head =
      List("| library | kind | CPU ms | wall ms | verdict | first reason |", "|---|---|---|---|---|---|")
    val sums = List(
      "",
      s"${rows.size} handlers: ${Verdict.values.map(count).mkString(", ")}; ${rows.count(_.passes)} as they should be.",
      s"${rows.map(_.cpuMillis).sum / 1000} s of CPU and ${rows.map(_.wallMillis).sum / 1000} s of analysis in all."
    )
    (head ++ rows.map(line) ++ sums).mkString("", "\n", "\n")

  /** A row stays readable: the first and the last of many calls. */
  private def shorten(reason: String): String =
    val text = reason.replace('\n', ' ').replace("|", "\\|")
    if text.length <= 200 then text else s"${text.take(120)} … ${text.takeRight(70)}"
end LibrariesSuite
