package holes

import java.io.ObjectInputStream

import org.apache.commons.lang3.SerializationUtils
import play.api.libs.json.{JsResult, JsString, JsSuccess, JsValue, Json, Reads, Writes}

/** Handlers whose effects happen where objects are read and written. */
final class HiddenCodecs:
  private val reading = new Reads[Named]:
    def reads(json: JsValue): JsResult[Named] =
      Common.map("read") = 1
      JsSuccess(Named(json.toString))
  val parses: String => Unit = text => println(Json.fromJson(JsString(text))(using reading))

  private val writing = new Writes[Named]:
    def writes(named: Named): JsValue =
      Common.map("written") = 1
      JsString(named.name)
  val writes: String => Unit = text => println(Json.toJson(Named(text))(using writing))

  private val revived = Revived("x")
  val copies: String => Unit = _ => println(SerializationUtils.clone(revived).name)
end HiddenCodecs

final case class Named(name: String)

final class Revived(val name: String) extends Serializable:
  private def readObject(in: ObjectInputStream): Unit =
    in.defaultReadObject()
    Common.map("revived") = 1
