package eddy.web.verify

import eddy.inference.report.{Classification, HandlerReport}
import eddy.state.AccessKind

/** The handlers of a program with their classifications, and the pairs that never run at the same time. As a
  * file it has one line each, sorted, by names that are the same in the next build:
  *
  * {{{
  * GET /look read-only
  * POST /buy exclusive
  * GET /look | POST /buy : entry of SharedMap stock, same key only
  * POST /count unprotected : shop.Shop
  * }}}
  *
  * @param unprotected what handlers change on threads of their own, where no lock protects it
  */
private[eddy] final case class Baseline(
    kinds: Map[String, Classification],
    conflicts: Map[Pair, Baseline.Targets],
    unprotected: Map[String, Set[String]] = Map.empty
):
  def text: String =
    val handlers = kinds.toSeq.sortBy(_(0)).map((name, kind) => s"$name $kind")
    val pairs = conflicts.toSeq.sortBy((p, _) => (p.one, p.other)).map((p, on) => s"$p : $on")
    val open =
      for (name, all) <- unprotected.toSeq.sortBy(_(0)); on <- all.toSeq.sorted
      yield s"$name unprotected : $on"
    (Baseline.Heading ++ handlers ++ pairs ++ open).mkString("", "\n", "\n")

/** Two handlers, or one twice, in the order of their names. */
private[eddy] final case class Pair(one: String, other: String):
  def has(name: String => Boolean): Boolean = name(one) || name(other)
  override def toString: String = s"$one | $other"

private[eddy] object Pair:
  def of(a: String, b: String): Pair = if a <= b then Pair(a, b) else Pair(b, a)

private[eddy] object Baseline:
  /** What the handlers of a pair exclude each other on. */
  final case class Targets(names: Set[String], sameKeyOnly: Boolean):
    override def toString: String = (names.toSeq.sorted ++ Option.when(sameKeyOnly)(SameKey)).mkString(", ")

  private val SameKey = "same key only"
  private val Heading = Seq(
    "# The handlers of a program, and the pairs that never run at the same time, by verify --write.",
    "# Review each change of this file: a new line is a loss of parallelism, or a new handler."
  )

  /** Handlers of one name are one, with the worst classification. A handler that runs alone has no pairs:
    * it excludes all.
    */
  def of(report: HandlerReport): Baseline =
    val names = report.handlers.map(row => row.name -> row.stableName).toMap
    val kinds =
      report.handlers.groupBy(_.stableName).map((name, rows) => name -> rows.map(_.kind).maxBy(_.ordinal))
    val pairs = report.conflicts.groupBy(c => Pair.of(names(c.one), names(c.other))).map: (pair, all) =>
      pair -> Targets(all.flatMap(_.targets).toSet, all.forall(_.sameKeyOnly))
    Baseline(kinds, pairs.filterNot((p, _) => p.has(kinds(_) == Classification.RunsAlone)), open(report))

  private def open(report: HandlerReport): Map[String, Set[String]] =
    val all =
      for row <- report.handlers; use <- changedOpenly(row)
      yield row.stableName -> use.stableName
    all.groupMap(_(0))(_(1)).view.mapValues(_.toSet).toMap

  /** What the handler changes where no lock protects it, but for what has it rejected. */
  def changedOpenly(row: HandlerReport.Row): List[HandlerReport.Use] =
    if row.kind == Classification.Rejected then Nil
    else row.unprotected.filter(_.mode != AccessKind.Reads)

  /** @param file for messages
    * @throws eddy.web.verify.Refusal that names the first line that is wrong
    */
  def parse(text: String, file: String): Baseline =
    val lines = BaselineLines.of(text, file)
    val pairs = lines.collect:
      case Line.Conflict(pair, on, at) =>
        pair -> targets(on.getOrElse(throw at.wrong("does not say what they exclude each other on", example)))
    val kinds = lines.collect { case Line.Handler(name, kind, _) => name -> kind }.toMap
    val open = lines.collect:
      case Line.Unprotected(name, on, at) =>
        name -> on.getOrElse(throw at.wrong(
          "does not say what is changed",
          "write as in POST /count unprotected : shop.Shop, or make the file again with --write"
        ))
    lines.foreach:
      case Line.Conflict(pair, _, at) =>
        for name <- Seq(pair.one, pair.other) if !kinds.contains(name) do
          throw at.wrong(s"names the handler '$name', which has no line", "make the file again with --write")
      case _ => ()
    Baseline(kinds, pairs.toMap, open.groupMap(_(0))(_(1)).view.mapValues(_.toSet).toMap)

  private val example =
    "write as in GET /look | POST /buy : SharedMap stock, or make the file again with --write"

  private def targets(text: String): Targets =
    val (key, names) = text.split(", ").toSet.partition(_ == SameKey)
    Targets(names, key.nonEmpty)
end Baseline
