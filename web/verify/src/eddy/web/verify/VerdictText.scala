package eddy.web.verify

import eddy.inference.report.{Classification, HandlerReport}

import com.github.plokhotnyuk.jsoniter_scala.core.*
import com.github.plokhotnyuk.jsoniter_scala.macros.{CodecMakerConfig, JsonCodecMaker}

/** Shows a verdict to people and to programs. */
private[eddy] object VerdictText:
  /** What the handlers were compared with. */
  enum Against derives CanEqual:
    case ABaseline

    /** Nothing: they are the baseline from now on. */
    case Recorded(file: String)
    case Nothing

    def isCompared: Boolean = this == ABaseline

  def lines(report: HandlerReport, verdict: Verdict, against: Against): List[String] =
    summary(report) :: verdict.failures.flatMap(f => s"FAILED: ${f.message}" :: f.causes.map("  " + _)) ++
      verdict.allowed.map("allowed: " + _) ++
      verdict.unused.map("unused allowance: " + _) ++
      verdict.added.map("new: " + _) ++
      verdict.removed.map("removed: " + _) ++
      verdict.improved.map("improved: " + _) ++
      Option.when(verdict.improved.nonEmpty || verdict.removed.nonEmpty)(
        "The baseline can be tightened: run with --write."
      ) ++ last(report, verdict, against)

  private def last(report: HandlerReport, verdict: Verdict, against: Against): List[String] =
    val failed = Option.when(verdict.failures.nonEmpty)(s"${verdict.failures.size} failed")
    against match
      case Against.ABaseline => List(failed.getOrElse("verified"))
      case Against.Recorded(file) =>
        s"recorded in $file: ${Parallelism.of(report)}; nothing was compared" :: failed.toList
      case Against.Nothing =>
        failed.getOrElse(
          s"no handler runs alone or is rejected: ${Parallelism.of(report)}; nothing was compared"
        ) :: Nil

  private def summary(report: HandlerReport): String =
    val (filters, handlers) = report.handlers.partition(_.isFilter)
    val kinds = Classification.values.toList.flatMap: kind =>
      val n = handlers.count(_.kind == kind)
      Option.when(n > 0)(s"$n $kind")
    val pairs = report.conflicts.size
    s"${handlers.size} handlers${
        if kinds.isEmpty then "" else kinds.mkString(": ", ", ", "")
      }; $pairs pairs exclude each other${if filters.isEmpty then "" else s"; ${filters.size} filters"}"

  private final case class Shown(
      verified: Boolean,
      compared: Boolean,
      parallelism: Parallelism,
      handlers: Map[String, String],
      failures: List[Failure],
      added: List[String],
      removed: List[String],
      improved: List[String],
      allowed: List[String],
      unusedAllowances: List[String]
  )

  private given JsonValueCodec[Shown] = JsonCodecMaker.make(CodecMakerConfig.withTransientEmpty(false))

  def json(report: HandlerReport, v: Verdict, against: Against): String =
    val kinds = Baseline.of(report).kinds.view.mapValues(_.text).toMap
    writeToString(Shown(
      v.failures.isEmpty,
      against.isCompared,
      Parallelism.of(report),
      kinds,
      v.failures,
      v.added,
      v.removed,
      v.improved,
      v.allowed,
      v.unused
    ))
end VerdictText
