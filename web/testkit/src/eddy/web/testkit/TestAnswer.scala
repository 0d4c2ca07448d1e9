package eddy.web.testkit

import eddy.web.client.{Call, ClientException, ClientResponse}
import eddy.web.internal.MediaTypes
import eddy.web.testkit.internal.Reports

import java.nio.charset.StandardCharsets.UTF_8
import scala.concurrent.duration.FiniteDuration
import scala.concurrent.{Await, Future}

import com.github.plokhotnyuk.jsoniter_scala.core.{JsonReaderException, JsonValueCodec, readFromArray}

/** An answer, and a test's expectations of it: each expectation returns the answer, or throws an
  * `AssertionError` that shows all of it.
  *
  * @param what the request, such as `GET /orders/7`
  */
final class TestAnswer private[testkit] (
    val what: String,
    val code: Int,
    val headers: Seq[(String, String)],
    val bodyBytes: Array[Byte],
    reports: Reports
):
  /** Of the request. */
  private[testkit] def path: String = what.substring(what.indexOf(' ') + 1).nn.takeWhile(_ != '?')

  /** The body as UTF-8. */
  def bodyText: String = String(bodyBytes, UTF_8)

  /** A header by name, whatever its capitals; the first one when sent repeatedly. */
  def header(name: String): Option[String] =
    headers.collectFirst { case (n, v) if n.equalsIgnoreCase(name) => v }

  /** The body as JSON. */
  def as[A](using JsonValueCodec[A]): A =
    try readFromArray(bodyBytes)
    catch
      case e: JsonReaderException =>
        throw wrong(s"its body is not the JSON that is expected: ${e.getMessage}")

  def status(expected: Int): this.type = check(code == expected, s"status $expected is expected")

  def header(name: String, expected: String): this.type =
    check(header(name).contains(expected), s"the header $name: $expected is expected")

  /** Without parameters such as the charset. */
  def contentType(expected: String): this.type =
    check(
      header("Content-Type").map(MediaTypes.bare).contains(expected),
      s"content of type $expected is expected"
    )

  def text(expected: String): this.type =
    check(bodyText == expected, s"the body ${shown(expected)} is expected")
  def contains(part: String): this.type =
    check(bodyText.contains(part), s"a body with ${shown(part)} in it is expected")
  def json[A](expected: A)(using JsonValueCodec[A]): this.type =
    val came = as[A]
    check(came == expected, s"the JSON of $expected is expected, and it is that of $came")

  /** A problem document (RFC 9457) with that status, whose detail has `part` in it. */
  def problem(expected: Int, part: String = ""): this.type =
    status(expected).contentType("application/problem+json").contains(part)

  private def check(holds: Boolean, expectation: String): this.type =
    if holds then this else throw wrong(expectation)

  private def wrong(expectation: String): AssertionError =
    reports.wrong(s"$what: $expectation, but this came:\n$toString")

  /** The whole answer, as far as a reader wants it. */
  override def toString: String =
    val heads = headers.map((n, v) => s"  $n: $v").mkString("\n")
    val text = bodyText
    val body = if text.isEmpty then "" else s"\n\n  ${text.take(TestAnswer.Shown).replace("\n", "\n  ")}"
    val rest =
      if text.length <= TestAnswer.Shown then "" else s" … and ${text.length - TestAnswer.Shown} more"
    s"  $code\n$heads$body$rest"

  private def shown(text: String) =
    if text.length <= 200 then s"\"$text\"" else s"\"${text.take(200)}…\" (${text.length} characters)"
end TestAnswer

object TestAnswer:
  private val Shown = 2000

  private[testkit] def of(call: Call, reports: Reports): TestAnswer =
    try of(call, call.send(), reports)
    catch case failure: ClientException => throw reports.wrong(s"no answer: ${failure.getMessage}")

  private[testkit] def of(
      call: Call,
      answer: Future[ClientResponse],
      patience: FiniteDuration,
      reports: Reports
  ): TestAnswer =
    try of(call, Await.result(answer, patience + patience), reports)
    catch case failure: ClientException => throw reports.wrong(s"no answer: ${failure.getMessage}")

  private def of(call: Call, answer: ClientResponse, reports: Reports): TestAnswer =
    val query = call.uri.getRawQuery
    val what = s"${call.method} ${call.uri.getRawPath}${if query == null then "" else s"?$query"}"
    new TestAnswer(what, answer.status, answer.headers, answer.bodyBytes, reports)
end TestAnswer
