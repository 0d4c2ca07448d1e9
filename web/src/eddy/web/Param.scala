package eddy.web

import eddy.web.internal.ParamText

import java.time.{Instant, LocalDate}
import java.util.UUID
import scala.compiletime.{constValueTuple, summonAll}
import scala.deriving.Mirror

/** How a value is written in a path, a query or a form: see [[Request.pathAs]]. An enum of plain cases
  * `derives Param`; for other types of your own,
  * `given Param[Id] = Param.of("an id such as A-17")(Id.parse)`.
  */
trait Param[A]:
  /** What a wrong text should have been, for the client to read after "must be". */
  def expected: String

  /** None for a text that is no such value. */
  def read(text: String): Option[A]

  final def map[B](f: A => B): Param[B] = Param.of(expected)(text => read(text).map(f))
end Param

object Param:
  def of[A](expected: String)(read: String => Option[A]): Param[A] = ParamText(expected, read)

  given Param[String] = of("a text")(Some(_))
  given Param[Int] =
    of(s"a whole number from ${Int.MinValue} to ${Int.MaxValue}")(ParamText.whole(_).flatMap(_.toIntOption))
  given Param[Long] =
    of(
      s"a whole number from ${Long.MinValue} to ${Long.MaxValue}"
    )(ParamText.whole(_).flatMap(_.toLongOption))
  given Param[Double] = of("a number")(ParamText.scientific(_).map(_.toDouble).filter(_.isFinite))
  given Param[BigDecimal] =
    of("a decimal number of at most 100 digits")(ParamText.decimal(_).map(BigDecimal(_)))
  given Param[Boolean] = of("true or false")(_.toBooleanOption)
  given Param[UUID] = of("a UUID")(ParamText.uuid)
  given Param[LocalDate] = of("a date such as 2026-11-21")(ParamText.time(LocalDate.parse(_)))
  given Param[Instant] = of("a time such as 2026-11-21T12:00:00Z")(ParamText.time(Instant.parse(_)))

  /** The cases of an enum by their names. */
  inline def derived[A](using mirror: Mirror.SumOf[A]): Param[A] =
    val names = constValueTuple[mirror.MirroredElemLabels].toList.asInstanceOf[List[String]]
    val cases = summonAll[Tuple.Map[mirror.MirroredElemTypes, ValueOf]].toList.asInstanceOf[List[ValueOf[A]]]
    ofCases(names.zip(cases.map(_.value)))

  private def ofCases[A](cases: List[(String, A)]): Param[A] =
    of(s"one of ${cases.map(_._1).mkString(", ")}")(cases.toMap.get)
end Param

/** What the values of one name in a query or a form become: a value that must be there once, an `Option`, or
  * a `Seq`.
  */
sealed trait Params[A]:
  private[eddy] def read(where: String, name: String, values: Seq[String]): A

object Params:
  given one[A](using param: Param[A]): Params[A] with
    private[eddy] def read(where: String, name: String, values: Seq[String]): A =
      if values.isEmpty then throw HttpProblem(400, s"$where $name is missing: it must be ${param.expected}.")
      else ParamText.single(where, name, values)

  given option[A](using Param[A]): Params[Option[A]] with
    private[eddy] def read(where: String, name: String, values: Seq[String]): Option[A] =
      Option.when(values.nonEmpty)(ParamText.single(where, name, values))

  given each[A](using Param[A]): Params[Seq[A]] with
    private[eddy] def read(where: String, name: String, values: Seq[String]): Seq[A] =
      values.map(ParamText.value(400, where, name, _))
end Params
