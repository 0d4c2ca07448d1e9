package eddy.push.internal.wire

import eddy.push.internal.JsonFaults
import eddy.push.internal.wire.CommandCodec.{fields, list}
import eddy.push.{Json, TagFilter}

import com.github.plokhotnyuk.jsoniter_scala.core.{
  JsonReader,
  JsonReaderException,
  JsonValueCodec,
  JsonWriter,
  readFromArray
}

/** Reads a client's filter by tags (`tf` of a subscription): a tree of `{"key":…,"cmp":…,"val":…}` and
  * `{"op":"and","nodes":[…]}`.
  */
private[push] object FilterReader:
  /** Its cost for each publication, as [[TagFilter.size]]. */
  private val MaxSize = 64

  /** The filter, if there is one; otherwise the error in it. */
  def read(json: Json): Either[String, Option[TagFilter]] =
    if json.isEmpty then Right(None)
    else
      try
        val filter = readFromArray(json.bytes)(using codec)
        if filter.size > MaxSize then Left(s"the filter has more than $MaxSize parts")
        else Right(Some(filter))
      catch case wrong: JsonReaderException => Left(JsonFaults.text(wrong))

  private val codec: JsonValueCodec[TagFilter] = new JsonValueCodec[TagFilter]:
    def nullValue: TagFilter = TagFilter.All(Vector.empty)
    def encodeValue(filter: TagFilter, out: JsonWriter): Unit = out.encodeError("filters are only read")
    def decodeValue(in: JsonReader, default: TagFilter): TagFilter = node(in, Parts())

  /** Counts all that is read of one filter. */
  private final class Parts:
    private var count = 0
    def next(in: JsonReader): Unit =
      count += 1
      if count > MaxSize then in.decodeError(s"the filter has more than $MaxSize parts")

  private def node(in: JsonReader, parts: Parts): TagFilter =
    parts.next(in)
    var (op, key, comparison, value) = ("", "", "", "")
    var values = Vector.empty[String]
    var nodes = Vector.empty[TagFilter]
    fields(in):
      case "op" => op = in.readString("")
      case "key" => key = in.readString("")
      case "cmp" => comparison = in.readString("")
      case "val" => value = in.readString("")
      case "vals" =>
        values = list(in):
          parts.next(in)
          in.readString("")
      case "nodes" => nodes = list(in)(node(in, parts))
      case _ => in.skip()
    op match
      case "and" if nodes.nonEmpty => TagFilter.All(nodes)
      case "or" if nodes.nonEmpty => TagFilter.Any(nodes)
      case "not" if nodes.sizeIs == 1 => TagFilter.Not(nodes.head)
      case "" if key.nonEmpty =>
        leaf(comparison, key, value, values).getOrElse(in.decodeError("unknown comparison, or no number"))
      case _ => in.decodeError("a filter needs a key, or op \"and\", \"or\" or \"not\" with nodes")
  end node

  private def leaf(
      comparison: String,
      key: String,
      value: String,
      values: Vector[String]
  ): Option[TagFilter] =
    import TagFilter.*
    def compared(make: BigDecimal => TagFilter) = TagFilter.number(value).map(make)
    comparison match
      case "eq" => Some(Equal(key, value))
      case "neq" => Some(NotEqual(key, value))
      case "in" => Some(In(key, values.toSet))
      case "nin" => Some(NotIn(key, values.toSet))
      case "ex" => Some(Exists(key))
      case "nex" => Some(Absent(key))
      case "sw" => Some(StartsWith(key, value))
      case "ew" => Some(EndsWith(key, value))
      case "ct" => Some(Contains(key, value))
      case "lt" => compared(Less(key, _))
      case "lte" => compared(LessOrEqual(key, _))
      case "gt" => compared(Greater(key, _))
      case "gte" => compared(GreaterOrEqual(key, _))
      case _ => None
  end leaf
end FilterReader
