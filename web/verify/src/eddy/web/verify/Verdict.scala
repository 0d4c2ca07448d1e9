package eddy.web.verify

import eddy.inference.report.HandlerReport.{Extent, Use}
import eddy.inference.report.{Classification, HandlerReport}
import eddy.state.AccessKind

/** One handler, or pair, that is worse than it may be.
  *
  * @param causes which code does it, and what makes it better
  */
private[eddy] final case class Failure(
    handler: String,
    other: Option[String],
    message: String,
    causes: List[String]
)

/** How the handlers of a program compare with a baseline, and whether that is allowed.
  *
  * @param improved what the baseline could demand, too
  * @param unused allowances that allow nothing which is so
  */
private[eddy] final case class Verdict(
    failures: List[Failure],
    added: List[String],
    removed: List[String],
    improved: List[String],
    allowed: List[String],
    unused: List[String]
)

private[eddy] object Verdict:
  private val MostCauses = 5
  private val EntryOf = "entry of "

  /** @param before without one only handlers that run alone or are rejected fail */
  def of(report: HandlerReport, before: Option[Baseline], allowances: Allowances): Verdict =
    val now = Baseline.of(report)
    val found = kinds(report, before) ++
      before.toList.flatMap(b => conflicts(report, now, b) ++ unprotected(report, b))
    val judged = found.map: (failure, allowed) =>
      failure -> allowed(allowances)
    val used = judged.flatMap(_(1)).toSet
    Verdict(
      judged.collect { case (failure, None) => failure },
      before.toList.flatMap(b =>
        now.kinds.toList.filterNot((n, _) => b.kinds.contains(n)).map(described)
      ).sorted,
      before.toList.flatMap(_.kinds.keySet -- now.kinds.keySet).sorted,
      before.toList.flatMap(improvements(now, _)),
      judged.collect { case (failure, Some(by)) => s"${failure.message}: ${by.at.reason}" },
      allowances.without(used).map(l => s"${l.at}: ${l.at.line}")
    )

  private type Found = (Failure, Allowances => Option[Line])

  private def described(name: String, kind: Classification) = s"$name ($kind)"

  private def isNeverFine(kind: Classification) = kind.isWorseThan(Classification.Exclusive)

  /** It runs less in parallel than before. One that only adds or reads now runs beside itself all the same:
    * its pairs tell the rest.
    */
  private def isLoss(now: Classification, before: Classification) =
    now.isWorseThan(before) && now.isWorseThan(Classification.Adding)

  private def kinds(report: HandlerReport, before: Option[Baseline]): List[Found] =
    for
      rows <- report.handlers.groupBy(_.stableName).toList.sortBy(_(0)).map(_(1))
      row = rows.maxBy(_.kind.ordinal)
      was = before.flatMap(_.kinds.get(row.stableName))
      if isNeverFine(row.kind) || was.exists(isLoss(row.kind, _))
    yield
      val message = was.filter(row.kind.isWorseThan) match
        case Some(w) => s"${row.stableName} is ${said(row.kind)} now, and was ${said(w)}"
        case None =>
          s"${row.stableName} ${if row.kind == Classification.Rejected then "is rejected" else row.kind}"
      Failure(row.stableName, None, message, causes(row)) -> (_.kind(row.stableName, row.kind))

  private def said(kind: Classification) =
    if kind == Classification.RunsAlone then "running alone" else kind.text

  /** The code that makes it what it is. */
  private def causes(row: HandlerReport.Row): List[String] =
    val all = row.kind match
      case Classification.Rejected => row.unprotected.filter(_.reason.nonEmpty)
      case Classification.RunsAlone => row.causes.filter(_.extent == Extent.Everything)
      case _ => (row.causes ++ row.harmless).filter(_.mode != AccessKind.Reads)
    val texts = all.map((u: Use) => u.detailedText)
    if texts.sizeIs <= MostCauses then texts
    else texts.take(MostCauses) :+ s"and ${texts.size - MostCauses} more, which explain shows"

  private def conflicts(report: HandlerReport, now: Baseline, before: Baseline): List[Found] =
    val names = report.handlers.map(row => row.name -> row.stableName).toMap
    val first = report.conflicts.map(c => Pair.of(names(c.one), names(c.other)) -> c).toMap
    val registrars =
      report.handlers.flatMap(row => row.registeredBy.flatMap(names.get).map(row.stableName -> _)).toMap
    // who moves a use into a handler that he registers has the pair of the registering one
    def whole(name: String): String =
      if before.kinds.contains(name) then name else registrars.get(name).fold(name)(whole)
    def known(pair: Pair) =
      before.conflicts.get(pair).orElse(before.conflicts.get(Pair.of(whole(pair.one), whole(pair.other))))
    for
      (pair, on) <- now.conflicts.toList.sortBy((p, _) => (p.one, p.other))
      // it is new as a whole, or it was said that it is worse, or once it excluded all
      if Seq(pair.one, pair.other).exists(before.kinds.contains) && !isSaid(pair, now, before)
      if !pair.has(before.kinds.get(_).exists(isNeverFine))
      what <- difference(on, known(pair))
    yield
      val c = first(pair)
      val message = s"${pair.one} and ${if pair.one == pair.other then "itself" else pair.other} $what"
      val causes =
        if c.one == c.other then List(s"it ${c.oneDoes}")
        else List(s"${names(c.one)} ${c.oneDoes}", s"${names(c.other)} ${c.otherDoes}")
      val all = causes ++ c.because.map("because: " + _) ++ c.remedies.map("remedy: " + _)
      Failure(pair.one, Some(pair.other), message, all) -> ((a: Allowances) => a.conflict(pair))
  end conflicts

  /** A change that may get lost is no improvement, although it takes no lock. */
  private def unprotected(report: HandlerReport, before: Baseline): List[Found] =
    for
      (name, rows) <- report.handlers.groupBy(_.stableName).toList.sortBy(_(0))
      was = before.unprotected.getOrElse(name, Set.empty)
      found = rows.flatMap(Baseline.changedOpenly).filterNot(use => was(use.stableName))
      if found.nonEmpty
    yield
      val on = found.map(u => if u.variables.isEmpty then u.stableName else u.variables.mkString(", "))
        .distinct.sorted.mkString(", ")
      val message = s"$name changes $on on another thread now, where no lock protects it"
      Failure(name, None, message, found.map(_.detailedText).distinct) -> (_.unprotected(name))

  /** The failure of its kind tells that it excludes itself. */
  private def isSaid(pair: Pair, now: Baseline, before: Baseline) =
    pair.one == pair.other && before.kinds.get(pair.one).exists(isLoss(now.kinds(pair.one), _))

  private def difference(on: Baseline.Targets, was: Option[Baseline.Targets]): Option[String] = was match
    case None => Some(s"exclude each other now, on $on")
    case Some(w) if w.sameKeyOnly && !on.sameKeyOnly =>
      Some(s"exclude each other for every key now, on $on")
    case Some(w) =>
      // an entry of what was locked as a whole before is less
      val more = on.names.filterNot(name => w.names(name) || w.names(name.stripPrefix(EntryOf)))
      Option.when(more.nonEmpty)(s"exclude each other on ${more.toSeq.sorted.mkString(", ")} now, too")

  private def improvements(now: Baseline, before: Baseline): List[String] =
    val better =
      for (name, was) <- before.kinds.toList; is <- now.kinds.get(name) if was.isWorseThan(is)
      yield s"$name is ${said(is)} now, and was ${said(was)}"
    val parallel =
      for
        (pair, was) <- before.conflicts.toList if !pair.has(n => !now.kinds.contains(n))
        if !pair.has(now.kinds(_) == Classification.RunsAlone)
        gone <- now.conflicts.get(pair) match
          case None => Some(s"$pair do not exclude each other now")
          case Some(is) if without(was, is).nonEmpty =>
            Some(s"$pair do not exclude each other on ${without(was, is).toSeq.sorted.mkString(", ")} now")
          case Some(is) if is.sameKeyOnly && !was.sameKeyOnly =>
            Some(s"$pair exclude each other for the same key only now")
          case _ => None
      yield gone
    better.sorted ++ parallel.sorted

  /** What handlers shared before and do not share now; a map counts with its entries. */
  private def without(was: Baseline.Targets, is: Baseline.Targets): Set[String] =
    (was.names -- is.names).filterNot(n => is.names(n.stripPrefix(EntryOf)))
end Verdict
