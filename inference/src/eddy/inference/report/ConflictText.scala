package eddy.inference.report

import eddy.inference.report.HandlerReport.Exclusion

/** Shows which handlers of a report never run at the same time: a matrix, or a list where that would be too
  * wide; and for each pair the coarsest reason.
  */
private[inference] object ConflictText:
  /** Columns of a matrix that people can read. */
  private val WidestMatrix = 40
  private val MostReasons = 60
  private val MostNumbers = 15

  def apply(report: HandlerReport, full: Boolean): String =
    // filters run in the events of the others
    val shownRows = report.handlers.filterNot(_.isFilter)
    val rows = shownRows.zipWithIndex.map((row, i) => row.name -> i).toMap
    val marks = report.conflicts.flatMap: c =>
      val mark = if c.sameKeyOnly then "k" else "x"
      List((rows(c.one), rows(c.other)) -> mark, (rows(c.other), rows(c.one)) -> mark)
    val shown = Shown(shownRows, marks.toMap)
    val lines = if shownRows.sizeIs <= WidestMatrix then shown.matrix else shown.list(full)
    val reasons = report.conflicts.map(c => reason(c, rows(c.one) + 1, rows(c.other) + 1))
    val more = reasons.size - MostReasons
    val some =
      if full || more <= 0 then reasons
      else reasons.take(MostReasons) :+ s"… and $more more; use --full"
    (lines ++ shown.legend ++ some).mkString("\n")

  private def reason(c: Exclusion, i: Int, j: Int): String =
    val does =
      if i == j then s"$i twice: it ${c.oneDoes}" else s"$i and $j: $i ${c.oneDoes}; $j ${c.otherDoes}"
    // where the names say it, the causes of the handlers have the remedies
    does + c.because.fold("")(b => s"; because: $b${c.remedies.map("; remedy: " + _).mkString}")

  private final class Shown(handlers: List[HandlerReport.Row], excluding: Map[(Int, Int), String]):
    private val names = handlers.map(_.name)
    private val rejected = handlers.map(_.kind == Classification.Rejected).toVector
    private val width = names.size.toString.length

    private def mark(i: Int, j: Int): String =
      if rejected(i) || rejected(j) then "-" else excluding.getOrElse((i, j), ".")
    private def padded(text: String) = text.reverse.padTo(width, ' ').reverse

    def matrix: List[String] =
      val head = s"${" " * (width + 1)}${names.indices.map(i => padded(s"${i + 1}")).mkString(" ")}"
      head :: names.zipWithIndex.map: (name, i) =>
        s"${padded(s"${i + 1}")} ${names.indices.map(j => padded(mark(i, j))).mkString(" ")}  $name"

    /** A line for each handler, with the numbers of those that it never runs beside. */
    def list(full: Boolean): List[String] =
      names.zipWithIndex.map: (name, i) =>
        val others =
          names.indices.toList.flatMap(j =>
            excluding.get((i, j)).filter(_ => mark(i, j) != "-").map(_ + s"${j + 1}")
          )
        val some = if full then others else others.take(MostNumbers)
        val more = if some.size < others.size then s" and ${others.size - some.size} more" else ""
        val says =
          if rejected(i) then "-" else if others.isEmpty then "." else some.mkString(" ") + more
        s"${padded(s"${i + 1}")} $name: $says"

    def legend: List[String] =
      val seen = excluding.values.toSet ++ Option.when(rejected.contains(true))("-")
      ConflictText.legend.filter((mark, _) => seen(mark)).map((mark, says) => s"$mark: $says")
  end Shown

  private val legend = List(
    "x" -> "never at the same time",
    "k" -> "never at the same time for the same key",
    "-" -> "rejected, so that it never runs"
  )
end ConflictText
