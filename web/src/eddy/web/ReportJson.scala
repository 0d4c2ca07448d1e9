package eddy.web

import eddy.inference.report.{Classification, HandlerReport}

import com.github.plokhotnyuk.jsoniter_scala.core.*
import com.github.plokhotnyuk.jsoniter_scala.macros.{CodecMakerConfig, JsonCodecMaker}

/** The report of handlers as JSON: `{"handlers": [...], "conflicts": [...]}`, with the fields of
  * [[eddy.inference.report.HandlerReport]]; fields that are `None` are left out.
  */
object ReportJson:
  def write(report: HandlerReport): String = writeToString(report)(using codec)

  /** @throws JsonReaderException if the text is not such a report */
  def read(text: String): HandlerReport = readFromString(text)(using codec)

  // as people write it
  private given JsonValueCodec[Classification]:
    def decodeValue(in: JsonReader, default: Classification): Classification =
      val text = in.readString("")
      Classification.values.find(_.text == text).getOrElse(in.decodeError(s"'$text' is not a classification"))
    def encodeValue(c: Classification, out: JsonWriter): Unit = out.writeVal(c.text)
    def nullValue: Classification = Classification.Stateless

  val codec: JsonValueCodec[HandlerReport] = JsonCodecMaker.make(
    CodecMakerConfig
      .withDiscriminatorFieldName(None)
      .withAdtLeafClassNameMapper(name =>
        JsonCodecMaker.`enforce-kebab-case`(JsonCodecMaker.simpleClassName(name))
      )
      .withTransientEmpty(false)
  )
end ReportJson
