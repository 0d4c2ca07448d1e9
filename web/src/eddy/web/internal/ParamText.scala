package eddy.web.internal

import eddy.web.{HttpProblem, Param}

import java.time.format.DateTimeParseException
import java.util.UUID

/** A parameter that is read by a function. */
private[eddy] final class ParamText[A](val expected: String, from: String => Option[A]) extends Param[A]:
  def read(text: String): Option[A] = from(text)

/** Reads the texts of parameters strictly: ASCII digits, no signs or suffixes that only Java knows. */
private[eddy] object ParamText:
  private val wholeNumber = "-?[0-9]{1,19}".r
  private val decimalNumber = "-?[0-9]+(\\.[0-9]+)?".r
  private val scientificNumber = "-?[0-9]+(\\.[0-9]+)?([eE][+-]?[0-9]{1,3})?".r
  private val uuidText = "[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}".r
  private val MaxDigits = 100
  private val MaxShown = 80

  def whole(text: String): Option[String] = Option.when(wholeNumber.matches(text))(text)
  def decimal(text: String): Option[String] =
    Option.when(text.length <= MaxDigits && decimalNumber.matches(text))(text)
  def scientific(text: String): Option[String] =
    Option.when(text.length <= MaxDigits && scientificNumber.matches(text))(text)
  def uuid(text: String): Option[UUID] = Option.when(uuidText.matches(text))(UUID.fromString(text))

  def time[A](parse: String => A)(text: String): Option[A] =
    try Some(parse(text))
    catch case _: DateTimeParseException => None

  /** @throws HttpProblem with `status` and the error */
  def value[A](status: Int, where: String, name: String, text: String)(using param: Param[A]): A =
    param.read(text).getOrElse:
      throw HttpProblem(status, s"$where $name is \"${shown(text)}\": it must be ${param.expected}.")

  private def shown(text: String): String =
    if text.length <= MaxShown then text
    else
      // no half of a pair of surrogates, which would be no text
      val end = if Character.isHighSurrogate(text.charAt(MaxShown - 1)) then MaxShown - 1 else MaxShown
      s"${text.substring(0, end)}…"

  def single[A](where: String, name: String, values: Seq[String])(using Param[A]): A =
    if values.sizeIs > 1 then
      throw HttpProblem(400, s"$where $name occurs ${values.size} times: it must occur once.")
    else value(400, where, name, values.head)
end ParamText
