package eddy.inference

import eddy.inference.internal.verdict.{ConflictReasons, Conflicts, StableNames, Uses, Violations}
import eddy.inference.report.HandlerReport.{Exclusion, Row, Use}
import eddy.inference.report.Reasons
import eddy.inference.report.{Access, AccessSummary, HandlerReport}
import eddy.state.{AccessKind, Target}

import scala.collection.mutable

/** Makes reports of summaries. */
private[inference] object Reports:
  /** A handler, and those that it registers: how and where, and what each touches.
    *
    * @param filters the subjects of the filters that run before it in the same event, by their names
    * @param isFilter it runs before others only
    */
  final case class Subject(
      name: String,
      own: AccessSummary,
      registered: List[(String, AccessSummary)],
      filters: List[String] = Nil,
      isFilter: Boolean = false
  ):
    /** A handler is accepted or rejected together with those that it registers. */
    val isRejected: Boolean = (own :: registered.map(_(1))).exists(Violations.refusal(_).nonEmpty)

  /** @param own what it does itself
    * @param filters what is done in the same event before, by whom
    */
  private final case class Named(
      name: String,
      stableName: String,
      registeredBy: Option[String],
      how: String,
      own: AccessSummary,
      isRejected: Boolean,
      filters: List[(String, AccessSummary)] = Nil,
      isFilter: Boolean = false
  ):
    val parts: List[(Option[String], AccessSummary)] =
      (None -> own) :: filters.map((name, s) => Some(name) -> s)

    /** Of its event. */
    val summary: AccessSummary =
      if filters.isEmpty then own
      else
        val all = parts.map(_(1))
        own.copy(
          accesses = all.flatMap(_.accesses),
          pending = all.exists(_.pending),
          notes = all.flatMap(_.notes).distinct
        )

    def use(a: Access): Use =
      Uses.one(a).copy(filter = filters.collectFirst { case (name, s) if s.accesses.exists(_ eq a) => name })
  end Named

  def of(subjects: List[Subject]): HandlerReport =
    val names = Distinct()
    val filters = subjects.filter(_.isFilter).map(f => f.name -> f).toMap
    val all = subjects.flatMap: s =>
      val name = names(s.name)
      val before = s.filters.flatMap(filters.get)
      val isRejected = (s :: before).exists(_.isRejected)
      val own =
        Named(name, s.name, None, "", s.own, isRejected, before.map(f => f.name -> f.own), s.isFilter)
      own :: s.registered.map: (how, r) =>
        val under = s"${s.name}, ${StableNames.registration(how)}"
        Named(names(s"$name, $how"), under, Some(name), how, r, s.isRejected)
    val excludes = Excluding(all.map(_.summary))
    HandlerReport(
      all.map(n => row(n, all.filter(_.filters.exists(_(0) == n.name)).map(_.name), excludes)),
      exclusions(all.filterNot(n => n.isRejected || n.isFilter).toVector)
    )

  private def row(n: Named, filterOf: List[String], excludes: Excluding): Row =
    val s = n.summary
    val (causes, harmless) = uses(n).partition((a, _) => excludes(a))
    val unprotected = n.parts.flatMap: (filter, part) =>
      val rejected = Violations.refused(part)
      (rejected.map(rejection) ++ Uses.of(part.detached.filterNot(rejected.contains))).map(_.copy(filter =
        filter
      ))
    Row(
      n.name,
      n.stableName,
      n.filters.map(_(0)),
      if n.isFilter then filterOf else Nil,
      n.registeredBy,
      n.how,
      Violations.classification(s, n.isRejected),
      described(causes),
      described(harmless),
      unprotected,
      s.pending,
      s.notes
    )
  end row

  /** What happens in its event, by which filter. */
  private def uses(n: Named): List[(Access, Option[String])] =
    n.parts.flatMap((filter, s) => s.accesses.map(_ -> filter))

  private def described(accesses: List[(Access, Option[String])]): List[Use] =
    val byWhom = accesses.map(_(1)).distinct
    val all = byWhom.flatMap(by => Uses.of(accesses.collect { case (a, `by`) => a }).map(_.copy(filter = by)))
    all.sortBy(_.extent.ordinal)

  private def rejection(a: Access): Use =
    Uses.one(a).copy(reason = Some(Reasons.NoLock), remedy = Some(Violations.insteadOf(a)))

  private def exclusions(all: Vector[Named]): List[Exclusion] =
    for
      i <- all.indices.toList
      j <- i until all.size
      found = Conflicts.between(all(i).summary, all(j).summary)
      coarsest <- found.minByOption(c => extent(all(i), c.one).min(extent(all(j), c.other)))
    yield
      val (one, other) = (all(i).use(coarsest.one), all(j).use(coarsest.other))
      Exclusion(
        all(i).name,
        all(j).name,
        Conflicts.onlyByKey(found),
        found.map(StableNames.of).distinct.sorted,
        one.text,
        other.text,
        ConflictReasons.of(coarsest),
        List(one, other).flatMap(_.remedyText).distinct
      )

  private def extent(of: Named, access: Access): Int = of.use(access).extent.ordinal

  /** Whether a use excludes one of any handler, the same included. */
  private final class Excluding(all: List[AccessSummary]):
    private val accesses = all.flatMap(_.accesses).distinctBy(a => (a.target, a.mode))
    private val known = mutable.HashMap[(Target, AccessKind), Boolean]()
    def apply(a: Access): Boolean =
      known.getOrElseUpdate((a.target, a.mode), accesses.exists(Conflicts.excludes(a, _)))

  /** Numbers names that occur again. */
  private final class Distinct:
    private val seen = mutable.HashMap[String, Int]()
    def apply(name: String): String =
      val before = seen.getOrElse(name, 0)
      seen(name) = before + 1
      if before == 0 then name else s"$name (${before + 1})"
end Reports
