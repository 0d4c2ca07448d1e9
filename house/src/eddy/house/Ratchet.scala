package eddy.house

import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*

/** Compares findings with an exceptions file. Its lines are `key count`, or `key size size ...` for groups.
  * `# reason` may follow, which an update keeps.
  *
  * A higher count than the file's fails. A lower count fails too, so that the file gets the new one. With
  * `updates` the check writes lower counts to the file, and a missing file. It never raises a count.
  *
  * @param bySize compares the sizes of the findings of a key, largest first, instead of their number
  */
final class Ratchet(file: Path, bySize: Boolean, updates: Boolean):
  private type Counts = Map[String, Vector[Int]]

  /** Returns a text per key whose count differs from the file's; empty if the check passes. */
  def complaints(findings: Seq[Finding]): Seq[String] =
    val byKey = findings.groupBy(_.key)
    val now = byKey.map((key, found) => key -> measure(found))
    if updates then write(if Files.exists(file) then lowered(read(), now) else now)
    if !Files.exists(file) then Seq(s"$shown is missing: run ${Ratchet.update}")
    else
      val allowed = read()
      (now.keySet ++ allowed.keySet).toSeq.sorted.flatMap: key =>
        val (is, may) = (now.getOrElse(key, Vector()), allowed.getOrElse(key, Vector()))
        if exceeds(is, may) then Some(growth(key, is, may, byKey(key)))
        else if is != may then
          Some(s"tighten $shown: run ${Ratchet.update} ($key has ${show(is)}, the file allows ${show(may)})")
        else None

  private def growth(key: String, is: Vector[Int], may: Vector[Int], found: Seq[Finding]): String =
    val list = found.take(Ratchet.shownFindings).map(f => s"\n  $f").mkString
    val rest =
      if found.size > Ratchet.shownFindings then s"\n  and ${found.size - Ratchet.shownFindings} more" else ""
    s"$key has ${show(is)}, $shown allows ${show(may)}. Files changed last come first:$list$rest"

  private def measure(found: Seq[Finding]) =
    if bySize then found.map(_.size).sorted.reverse.toVector else Vector(found.size)

  private def exceeds(is: Vector[Int], may: Vector[Int]) = is.zipAll(may, 0, 0).exists(_ > _)

  private def lowered(allowed: Counts, now: Counts): Counts =
    allowed.map: (key, may) =>
      val is = now.getOrElse(key, Vector())
      key -> (if exceeds(is, may) then may else is)

  private def show(counts: Vector[Int]) = if counts.isEmpty then "0" else counts.mkString(" ")

  private def shown = s"house/exceptions/${file.getFileName}"

  private def read(): Counts =
    lines.map(_.takeWhile(_ != '#').trim.split("\\s+").toVector)
      .map(words => words.head -> words.tail.map(_.toInt)).toMap

  private def reasons(): Map[String, String] =
    lines.filter(_.contains('#')).map(l => l.takeWhile(!_.isWhitespace) -> l.dropWhile(_ != '#')).toMap

  private def lines: Seq[String] =
    if !Files.exists(file) then Nil
    else Files.readAllLines(file).asScala.toSeq.map(_.trim).filterNot(l => l.isEmpty || l.startsWith("#"))

  private def write(counts: Counts): Unit =
    val reasonOf = reasons()
    val kept = counts.toSeq.filter((_, n) => n.exists(_ > 0)).sortBy(_(0))
    val lines = kept.map((key, n) => (key +: n ++: reasonOf.get(key).toSeq).mkString(" "))
    val _ = Files.writeString(file, (Ratchet.header(bySize) +: lines).mkString("", "\n", "\n"))
end Ratchet

object Ratchet:
  val update = "EDDY_HOUSE_UPDATE=1 ./mill house.test"
  private val shownFindings = 20

  private def header(bySize: Boolean) =
    s"""# Violations that exist today: ${if bySize then "sizes of groups" else "counts"}, one key per line.
       |# The check fails when one grows. After a reduction, lower the file: $update""".stripMargin
