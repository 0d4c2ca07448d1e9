package eddy.launcher

import eddy.inference.report.{Classification, HandlerReport}

import com.github.plokhotnyuk.jsoniter_scala.core.*
import com.github.plokhotnyuk.jsoniter_scala.macros.{CodecMakerConfig, JsonCodecMaker}

/** Shows a verdict to people and to programs. */
private[launcher] object VerdictText:
  def lines(report: HandlerReport, verdict: Verdict): List[String] =
    summary(report) :: verdict.failures.flatMap(f => s"FAILED: ${f.message}" :: f.causes.map("  " + _)) ++
      verdict.allowed.map("allowed: " + _) ++
      verdict.unused.map("unused allowance: " + _) ++
      verdict.added.map("new: " + _) ++
      verdict.removed.map("removed: " + _) ++
      verdict.improved.map("improved: " + _) ++
      Option.when(verdict.improved.nonEmpty || verdict.removed.nonEmpty)(
        "The baseline can be tightened: run with --write."
      ) :+ (if verdict.failures.isEmpty then "verified" else s"${verdict.failures.size} failed")

  private def summary(report: HandlerReport): String =
    val kinds = Classification.values.toList.flatMap: kind =>
      val n = report.handlers.count(_.kind == kind)
      Option.when(n > 0)(s"$n $kind")
    val pairs = report.conflicts.size
    s"${report.handlers.size} handlers${
        if kinds.isEmpty then "" else kinds.mkString(": ", ", ", "")
      }; $pairs pairs exclude each other"

  private final case class Shown(
      verified: Boolean,
      handlers: Map[String, String],
      failures: List[Failure],
      added: List[String],
      removed: List[String],
      improved: List[String],
      allowed: List[String],
      unusedAllowances: List[String]
  )

  private given JsonValueCodec[Shown] = JsonCodecMaker.make(CodecMakerConfig.withTransientEmpty(false))

  def json(report: HandlerReport, v: Verdict): String =
    val kinds = Baseline.of(report).kinds.view.mapValues(_.text).toMap
    writeToString(Shown(
      v.failures.isEmpty,
      kinds,
      v.failures,
      v.added,
      v.removed,
      v.improved,
      v.allowed,
      v.unused
    ))
end VerdictText
