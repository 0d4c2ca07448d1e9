package eddy.inference.report

import eddy.inference.report.HandlerReport.{Row, Use}
import eddy.state.AccessKind

/** Puts a report into words. Plain text, for terminals and pages. */
private[inference] object ReportText:
  /** Lines of a handler and of its registered handlers together. */
  val MostLines = 60

  /** Targets that are only read or added to, on one line. */
  private val MostNames = 5

  def apply(report: HandlerReport, full: Boolean): String =
    val groups = inGroups(report.handlers)
    val each = groups.map(g => handler(g.head, g.tail, full))
    val isAlone = report.handlers.filterNot(_.isFilter).sizeIs <= 1
    (if isAlone then each else each :+ ConflictText(report, full)).mkString("\n\n")

  /** Each handler with those that it registers. */
  private def inGroups(rows: List[Row]): List[List[Row]] = rows match
    case Nil => Nil
    case own :: more =>
      val (registered, others) = more.span(_.registeredBy.nonEmpty)
      (own :: registered) :: inGroups(others)

  private def handler(own: Row, registered: List[Row], full: Boolean): String =
    val inside = registered.map: r =>
      (s"registers by ${r.registration}: ${kind(r, true)}" :: body(besides(r, own), full)).map("  " + _)
    val isRejectedItself = own.unprotected.exists(isRejected)
    val parts = (s"${own.name}: ${kind(own, isRejectedItself)}" :: body(own, full)) :: inside
    (if full then parts.flatten else bounded(parts)).mkString("\n")

  /** Without the remarks that the other has, too. */
  private def besides(r: Row, other: Row): Row =
    r.copy(
      isPending = r.isPending && !other.isPending,
      notes = r.notes.filterNot(other.notes.contains)
    )

  /** Every part has its first line, and those in front as much of the rest as there is room for. */
  private def bounded(parts: List[List[String]]): List[String] =
    val total = parts.map(_.size).sum
    if total <= MostLines then parts.flatten
    else
      // the last line says that there are more
      val shown = parts.take(MostLines - 1)
      val (lines, _) = shown.foldLeft((Vector.empty[String], MostLines - 1 - shown.size)):
        case ((lines, room), part) =>
          val some = part.tail.take(room)
          (lines ++ (part.head :: some), room - some.size)
      (lines :+ s"  … and ${total - lines.size} more; use --full").toList

  private def kind(r: Row, isRejectedItself: Boolean): String =
    val says = r.kind match
      case Classification.Stateless => "runs beside every handler"
      case Classification.ReadOnly => "runs beside handlers that only read what it reads"
      case Classification.Adding => "runs beside handlers that only add to what it adds to"
      case Classification.Exclusive => "excludes handlers that use what it writes"
      case Classification.RunsAlone => "excludes every handler that uses anything shared"
      case Classification.Rejected if isRejectedItself => "no lock protects what it writes on other threads"
      case Classification.Rejected => "a handler that it registers is rejected"
    s"${r.kind}: $says"

  private def body(r: Row, full: Boolean): List[String] =
    val (rejected, others) = r.unprotected.partition(isRejected)
    val lines =
      Option.when(r.isFilter)(s"runs in the event of ${some(r.filterOf)}").toList ++
        Option.when(r.filters.nonEmpty)(s"goes through ${r.filters.mkString("; ")}") ++
        rejected.map(u =>
          u.detailed(s"${Access.verb(u.mode)} ${u.path} on a thread of its own at ${u.site}")
        ) ++
        r.causes.flatMap(cause) ++
        (if full then r.harmless.map(u => s"also ${u.text}") else summarised(r.harmless)) ++
        others.map(u => s"on another thread, unprotected: ${u.text}") ++
        Option.when(r.isPending)(
          "not final: something is not initialised yet, and the handler is analysed again when it is"
        ) ++ r.notes.map(n => s"note: $n")
    lines.map("  " + _)

  private def isRejected(u: Use): Boolean = u.reason.contains(Reasons.NoLock)

  private def cause(u: Use): List[String] = u.detailed(u.text) :: u.facts.map("  " + _)

  /** Harmless uses, one line for each way of use. */
  private def summarised(uses: List[Use]): List[String] =
    for
      mode <- AccessKind.values.toList; of = uses.filter(_.mode == mode).map(_.target).distinct if of.nonEmpty
    yield s"also ${Access.verb(mode)} ${some(of)}"

  private def some(names: List[String]): String =
    val more = if names.sizeIs > MostNames then s" and ${names.size - MostNames} more" else ""
    s"${names.take(MostNames).mkString("; ")}$more"
end ReportText
