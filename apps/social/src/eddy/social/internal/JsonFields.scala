package eddy.social.internal

import com.github.plokhotnyuk.jsoniter_scala.core.{JsonReader, JsonValueCodec, JsonWriter}

/** The fields of a JSON object that a client sent. Fields that nobody asks for are skipped. */
private[social] final case class JsonFields(values: Map[String, JsonFields.Value]):
  /** The text of a field.
    *
    * @throws Refusal 422 if it is missing or not a text
    */
  def text(name: String): String = values.get(name) match
    case Some(JsonFields.Value.Text(text)) => text
    case Some(JsonFields.Value.Other) => throw Refusal(Problem.field(name, s"$name must be a text."))
    case None => throw Refusal(Problem.field(name, s"$name is missing."))

private[social] object JsonFields:
  enum Value derives CanEqual:
    case Text(text: String)
    case Other

  private val MaxFields = 100

  given codec: JsonValueCodec[JsonFields] = new JsonValueCodec[JsonFields]:
    def nullValue: JsonFields = JsonFields(Map.empty)

    def decodeValue(in: JsonReader, default: JsonFields): JsonFields =
      if !in.isNextToken('{') then in.decodeError("must be an object")
      else if in.isNextToken('}') then nullValue
      else
        in.rollbackToken()
        JsonFields(read(in, Map.empty))

    private def read(in: JsonReader, before: Map[String, Value]): Map[String, Value] =
      val name = in.readKeyAsString()
      if before.contains(name) then in.decodeError(s"has the field $name twice")
      if before.size == MaxFields then in.decodeError(s"has more than $MaxFields fields")
      val values = before.updated(name, value(in))
      if in.isNextToken(',') then read(in, values)
      else if in.isCurrentToken('}') then values
      else in.objectEndOrCommaError()

    private def value(in: JsonReader): Value =
      val isText = in.isNextToken('"')
      in.rollbackToken()
      if isText then Value.Text(in.readString(""))
      else
        in.skip()
        Value.Other

    def encodeValue(fields: JsonFields, out: JsonWriter): Unit =
      throw UnsupportedOperationException("fields of clients are only read")
end JsonFields
