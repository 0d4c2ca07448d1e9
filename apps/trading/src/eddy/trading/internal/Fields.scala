package eddy.trading.internal

import eddy.trading.*
import eddy.web.Request

import com.github.plokhotnyuk.jsoniter_scala.core.{JsonReader, JsonValueCodec, JsonWriter}

/** Named values that a client sent, as text: of a JSON object, a query or a form. A value that is not as it
  * must be is a
  * [[FieldProblem]] that names it.
  */
private[trading] final class Fields(val values: Map[String, String]):
  /** No others may be there: a slip in a name must not go unnoticed. */
  def only(names: Set[String]): Unit = values.keys.find(!names.contains(_)).foreach: name =>
    throw FieldProblem(
      422,
      name,
      "unknown",
      s"$name is no field of this; the fields are ${names.toVector.sorted.mkString(", ")}"
    )

  def text(name: String): Option[String] = values.get(name)

  /** With what was sent by that name, which may come once: of two nobody knows which was meant. */
  def joined(name: String, sent: Seq[String]): Fields = sent match
    case Nil => this
    case Seq(value) => Fields(values.updated(name, value))
    case several =>
      val all = several.take(2).map(_.take(40)).mkString(" and ")
      throw FieldProblem(422, name, "twice", s"$name comes ${several.size} times ($all): send it once")

  def product: Product =
    read("product", "a product's name of 1 to 16 letters, digits, dots and hyphens")(Product.from)
  def trader: TraderId =
    read("trader", "a name of 1 to 32 letters, digits, dots, hyphens and underscores")(TraderId.from)
  def quantity: Quantity =
    read(
      "quantity",
      s"a whole number of lots from 1 to ${Quantity.MaxLots}"
    )(whole(_).flatMap(Quantity.from))
  def price(name: String): Price =
    read(name, s"a whole number of ticks from 1 to ${Price.MaxTicks}")(whole(_).flatMap(Price.from))
  def priceOrNone(name: String): Option[Price] = Option.when(values.contains(name))(price(name))
  def number(name: String, low: Int, high: Int): Int =
    read(name, s"a whole number from $low to $high")(whole(_).filter(n => n >= low && n <= high)).toInt

  /** One of these numbers. */
  def among(name: String, known: Seq[Long]): Long =
    read(name, s"one of ${known.mkString(", ")}")(whole(_).filter(known.contains))
  def orderId(name: String): OrderId = read(name, "the id of an order")(whole(_).flatMap(OrderId.from))
  def key: Option[OrderKey] = Option.when(values.contains("key")):
    read("key", "1 to 64 printable ASCII characters without spaces")(OrderKey.from)
  def flag(name: String): Boolean = read(name, "true or false")(_.toBooleanOption)
  def side: Side = read("side", "buy or sell")(oneOf("buy" -> Side.Buy, "sell" -> Side.Sell))

  /** A new order, of this trader's side unless the fields say which. */
  def order(side: Side): NewOrder =
    val kind = values.getOrElse("type", "limit") match
      case "limit" => OrderKind.Limit(price("price"))
      case "market" => OrderKind.Market
      case "stop" => OrderKind.Stop(price("trigger"))
      case "stop-limit" => OrderKind.StopLimit(price("trigger"), price("price"))
      case other => wrong("type", "one of limit, market, stop and stop-limit", other)
    for name <- Seq("price", "trigger") if values.contains(name) && !Fields.used(kind)(name) do
      throw FieldProblem(422, name, "unused", s"$name has no meaning for this type of order: leave it out")
    for name <- Seq("until", "validFor") if kind == OrderKind.Market && values.contains(name) do
      throw FieldProblem(422, name, Wire.word(Rule.MarketStands.toString), Rule.MarketStands.text)
    val postOnly = values.contains("postOnly") && flag("postOnly")
    NewOrder(trader, side, quantity, kind, lifetime(kind), postOnly)

  private def lifetime(kind: OrderKind): Lifetime =
    val usual = if kind == OrderKind.Market then "immediate" else "until-cancelled"
    Seq("validFor", "until", "lifetime").filter(values.contains) match
      case Seq(first, second, _*) =>
        throw FieldProblem(
          422,
          second,
          "unused",
          s"$second has no meaning beside $first: leave one of them out"
        )
      case Seq("validFor") =>
        val expected = s"a number of milliseconds from 1 to ${Lifetime.MaxMillis}"
        Lifetime.For(read("validFor", expected)(whole(_).filter(n => n >= 1 && n <= Lifetime.MaxMillis)))
      case Seq("until") =>
        Lifetime.Until(read("until", "a time in milliseconds since 1970")(whole(_).filter(_ > 0)))
      case _ =>
        values.getOrElse("lifetime", usual) match
          case "until-cancelled" => Lifetime.UntilCancelled
          case "immediate" => Lifetime.Immediate
          case "all-or-nothing" => Lifetime.AllOrNothing
          case other => wrong(
              "lifetime",
              "one of until-cancelled, immediate and all-or-nothing; for a time there is validFor",
              other
            )
    end match
  end lifetime

  /** As JSON writes it: Java would read the digits of every script, signs and leading zeros. */
  private def whole(text: String): Option[Long] =
    val digits = text.stripPrefix("-")
    val isWritten = digits.nonEmpty && digits.forall(c => c >= '0' && c <= '9')
    if isWritten && (digits == "0" || digits.head != '0') then text.toLongOption else None

  private def oneOf[A](known: (String, A)*)(text: String): Option[A] = known.toMap.get(text)

  private def read[A](name: String, expected: String)(read: String => Option[A]): A = values.get(name) match
    case None => throw FieldProblem(422, name, "missing", s"$name is missing: it must be $expected")
    case Some(text) => read(text).getOrElse(wrong(name, expected, text))

  private def wrong(name: String, expected: String, text: String): Nothing =
    throw FieldProblem(422, name, "range", s"$name must be $expected, not ${text.take(40)}")
end Fields

private[trading] object Fields:
  private val MaxFields = 32

  /** Those of these names that the query has, each once.
    *
    * @throws FieldProblem for one that comes twice
    */
  def ofQuery(request: Request, names: Seq[String]): Fields =
    names.foldLeft(Fields(Map.empty))((fields, name) => fields.joined(name, request.queryAll(name)))

  val OfOrder: Set[String] =
    Set(
      "product",
      "trader",
      "side",
      "quantity",
      "type",
      "price",
      "trigger",
      "lifetime",
      "until",
      "validFor",
      "postOnly",
      "key"
    )

  private def used(kind: OrderKind): Set[String] = kind match
    case OrderKind.Limit(_) => Set("price")
    case OrderKind.Market => Set.empty
    case OrderKind.Stop(_) => Set("trigger")
    case OrderKind.StopLimit(_, _) => Set("price", "trigger")

  /** Numbers and truth values as they are written; what is null is not there. */
  given JsonValueCodec[Fields] = new JsonValueCodec[Fields]:
    val nullValue: Fields = Fields(Map.empty)

    def decodeValue(in: JsonReader, default: Fields): Fields =
      if !in.isNextToken('{') then in.decodeError("expected '{'")
      var values = Map.empty[String, String]
      if !in.isNextToken('}') then
        in.rollbackToken()
        var goesOn = true
        while goesOn do
          // names that a client makes alike in their hashes would cost the square of their number
          if values.size == MaxFields then in.decodeError(s"more than $MaxFields fields")
          val name = in.readKeyAsString()
          if values.contains(name) then in.decodeError(s"the field $name comes twice")
          value(in).foreach(text => values = values.updated(name, text))
          goesOn = in.isNextToken(',')
        if !in.isCurrentToken('}') then in.objectEndOrCommaError()
      Fields(values)

    private def value(in: JsonReader): Option[String] =
      val isText = in.isNextToken('"')
      in.rollbackToken()
      if isText then Some(in.readString(""))
      else
        Some(String(
          in.readRawValAsBytes(),
          java.nio.charset.StandardCharsets.UTF_8
        ).trim.nn).filter(_ != "null")

    def encodeValue(x: Fields, out: JsonWriter): Unit =
      throw UnsupportedOperationException("fields are only read")
end Fields

/** Refuses a request because of one field.
  *
  * @param rule that it breaks, as a word for programs
  */
private[trading] final class FieldProblem(
    val status: Int,
    val field: String,
    val rule: String,
    val detail: String
) extends RuntimeException(detail)
    with scala.util.control.NoStackTrace
