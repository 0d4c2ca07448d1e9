package eddy.inference

import eddy.inference.internal.verdict.{Conflicts, Objection, StableNames, Uses}
import eddy.inference.report.HandlerReport.{Exclusion, Row, Use}
import eddy.inference.report.Reasons
import eddy.inference.report.{Access, AccessSummary, HandlerReport}
import eddy.state.{Mode, Target}

import scala.collection.mutable

/** Makes reports of summaries. */
private[inference] object Reports:
  /** A handler, and those that it registers: how and where, and what each touches. */
  final case class Subject(name: String, own: AccessSummary, registered: List[(String, AccessSummary)]):
    /** A handler is accepted or rejected together with those that it registers. */
    val isRejected: Boolean = (own :: registered.map(_(1))).exists(Objection.refusal(_).nonEmpty)

  private final case class Named(
      name: String,
      stableName: String,
      registeredBy: Option[String],
      how: String,
      summary: AccessSummary,
      isRejected: Boolean
  )

  def of(subjects: List[Subject]): HandlerReport =
    val names = Distinct()
    val all = subjects.flatMap: s =>
      val name = names(s.name)
      Named(name, s.name, None, "", s.own, s.isRejected) :: s.registered.map: (how, r) =>
        val under = s"${s.name}, ${StableNames.registration(how)}"
        Named(names(s"$name, $how"), under, Some(name), how, r, s.isRejected)
    val excludes = Excluding(all.map(_.summary))
    HandlerReport(all.map(row(_, excludes)), exclusions(all.filterNot(_.isRejected).toVector))

  private def row(n: Named, excludes: Excluding): Row =
    val s = n.summary
    val (causes, harmless) = s.accesses.partition(excludes(_))
    val rejected = Objection.refused(s)
    Row(
      n.name,
      n.stableName,
      n.registeredBy,
      n.how,
      Objection.classification(s, n.isRejected),
      Uses.of(causes),
      Uses.of(harmless),
      rejected.map(rejection) ++ Uses.of(s.detached.filterNot(rejected.contains)),
      s.pending,
      s.undo.left.toOption,
      s.notes
    )

  private def rejection(a: Access): Use =
    Uses.one(a).copy(reason = Some(Reasons.NoLock), remedy = Some(Objection.insteadOf(a)))

  private def exclusions(all: Vector[Named]): List[Exclusion] =
    for
      i <- all.indices.toList
      j <- i until all.size
      found = Conflicts.between(all(i).summary, all(j).summary)
      first <- found.headOption
    yield Exclusion(
      all(i).name,
      all(j).name,
      Conflicts.onlyByKey(found),
      found.map(StableNames.of).distinct.sorted,
      Uses.one(first.one).text,
      Uses.one(first.other).text
    )

  /** Whether a use excludes one of any handler, the same included. */
  private final class Excluding(all: List[AccessSummary]):
    private val accesses = all.flatMap(_.accesses).distinctBy(a => (a.target, a.mode))
    private val known = mutable.HashMap[(Target, Mode), Boolean]()
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
