package eddy.web.conformance

import com.github.plokhotnyuk.jsoniter_scala.core.JsonValueCodec
import com.github.plokhotnyuk.jsoniter_scala.macros.JsonCodecMaker

/** What became of one case, as `web/conformance/drive.py` tells it.
  *
  * @param verdict on the received bytes: OK, NON-STRICT (allowed, but not the best), INFORMATIONAL or a
  *   failure
  * @param close of how the connection ended, in the same words
  */
final case class CaseResult(
    id: String,
    verdict: String,
    result: String,
    close: String,
    closeResult: String,
    closeCode: Option[Int],
    millis: Long
):
  def passed: Boolean = CaseResult.Fine(verdict) && CaseResult.Fine(close)

  def reason: String =
    s"case $id: $verdict ($result), close $close with code ${closeCode.getOrElse("none")} ($closeResult)"

object CaseResult:
  private val Fine = Set("OK", "NON-STRICT", "INFORMATIONAL")
  given JsonValueCodec[CaseResult] = JsonCodecMaker.make
