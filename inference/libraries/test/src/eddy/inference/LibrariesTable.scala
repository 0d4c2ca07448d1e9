package eddy.inference

import eddy.inference.LibrariesSuite.{Row, kindOf}

import java.lang.management.ManagementFactory
import java.nio.file.{Files, Path}
import java.time.{LocalDate, ZoneOffset}
import scala.io.Source
import scala.util.Using

/** The table of docs/libraries.md, which the suite writes and compares. */
private[inference] object LibrariesTable:
  private val page = Path.of(sys.env("EDDY_CHECKOUT"), "docs/libraries.md")
  private val Title = "## Table"
  private val Head = List("| library | use | before | now | CPU ms |", "|---|---|---|---|--:|")

  /** How handlers ran while the code of libraries was followed, by the names of their cases. */
  private lazy val before: Map[String, String] =
    Using.resource(Source.fromResource("before.txt"))(_.getLines().filterNot(_.startsWith("#")).map: line =>
      val at = line.lastIndexOf(" = ")
      line.take(at) -> line.drop(at + 3)
    .toMap)

  /** Names in `before.txt` of cases that do not exist. */
  def unknown(names: Set[String]): Set[String] = before.keySet -- names

  /** Library, use and how it runs now, as the page has them. */
  def onPage: List[(String, String, String)] =
    table(Files.readString(page))(1).linesIterator.map(_.split(" *\\| *").toList.drop(1)).collect {
      case List(library, use, _, now, cpu) if cpu.toIntOption.isDefined => (library, use, now)
    }.toList

  def onPage(rows: List[Row]): List[(String, String, String)] =
    rows.map(r => (r.of.library, r.of.use, kindOf(r.verdict)))

  /** Puts these in place of the table on the page. */
  def write(rows: List[Row]): Unit =
    val lines = rows.map: r =>
      s"| ${r.of.library} | ${r.of.use} | ${before.getOrElse(r.of.name, "")} | ${kindOf(r.verdict)} | ${r.cpuMillis} |"
    val text = (Title :: "" :: circumstances ++ ("" :: Head) ++ lines).mkString("", "\n", "\n")
    Files.writeString(page, table(Files.readString(page))(0) + text): Unit

  /** The page before the table, and the rest. */
  private def table(text: String): (String, String) =
    val at = text.indexOf(s"\n$Title\n")
    assert(at >= 0, s"$page has no title \"$Title\"")
    text.splitAt(at + 1)

  private def circumstances: List[String] =
    val load = ManagementFactory.getOperatingSystemMXBean.getSystemLoadAverage
    val cores = Runtime.getRuntime.availableProcessors
    List(
      s"Commit ${commit()}, ${LocalDate.now(ZoneOffset.UTC)}, JDK ${System.getProperty("java.version")}, $cores cores,",
      f"load average $load%.1f at the end."
    )

  private def commit(): String =
    val git =
      ProcessBuilder("git", "rev-parse", "--short=8", "HEAD").directory(page.getParent.nn.toFile).start()
    val name = String(git.getInputStream.readAllBytes).trim
    if name.isEmpty then "unknown" else name
end LibrariesTable
