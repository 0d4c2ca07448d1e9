package eddy.push.sns.internal

import eddy.push.Json
import eddy.push.internal.{MessageCodec, MessageFormatException}

import com.github.plokhotnyuk.jsoniter_scala.core.{
  JsonReaderException,
  JsonValueCodec,
  ReaderConfig,
  readFromString
}
import com.github.plokhotnyuk.jsoniter_scala.macros.JsonCodecMaker

/** One message of SNS: publications of one node, numbered so that a receiver knows their order and which
  * are missing. One JSON object:
  * {{{
  *   o origin, the node's id   n number, from 1   v numbers given up
  *   m publications, as MessageCodec writes them
  * }}}
  * Without publications it is a beat: `n` is then the number up to which all is settled, and may be 0.
  *
  * @param givenUp numbers that may never come: the publications with them have failed
  */
private[sns] final case class Parcel(
    origin: String,
    number: Long,
    givenUp: Vector[Long],
    publications: Vector[Json]
):
  def isBeat: Boolean = publications.isEmpty

private[sns] object Parcel:
  /** @param publications each as its bytes' text */
  def write(origin: String, number: Long, givenUp: Iterable[Long], publications: Iterable[String]): String =
    val voids = if givenUp.isEmpty then "" else givenUp.mkString(",\"v\":[", ",", "]")
    publications.mkString(s"{\"o\":\"$origin\",\"n\":$number$voids,\"m\":[", ",", "]}")

  /** @throws MessageFormatException when it is not a parcel */
  def read(text: String): Parcel =
    try
      val wire = readFromString[Wire](text, config)
      if wire.o.isEmpty || wire.n < 0 then
        throw MessageFormatException(s"a parcel of origin \"${wire.o}\" and number ${wire.n}")
      Parcel(wire.o, wire.n, wire.v, wire.m)
    catch
      case wrong: JsonReaderException =>
        throw MessageFormatException(
          s"${text.length} characters that are not a parcel of a node: ${wrong.getMessage}"
        )

  private val config = ReaderConfig.withAppendHexDumpToParseException(false)

  private final case class Wire(
      o: String = "",
      n: Long = -1,
      v: Vector[Long] = Vector.empty,
      m: Vector[Json] = Vector.empty
  )

  private given JsonValueCodec[Json] = MessageCodec.json
  private given JsonValueCodec[Wire] = JsonCodecMaker.make
end Parcel
