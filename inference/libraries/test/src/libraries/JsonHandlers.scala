package libraries

import eddy.web.{Request, Response}

import scala.beans.BeanProperty

import com.fasterxml.jackson.databind.json.JsonMapper
import com.github.plokhotnyuk.jsoniter_scala.core.{JsonValueCodec, readFromString, writeToString}
import com.github.plokhotnyuk.jsoniter_scala.macros.JsonCodecMaker
import com.google.gson.{Gson, GsonBuilder}

/** As Java programs write them: made empty, and filled by setters. */
final class Account:
  @BeanProperty var id: String = ""
  @BeanProperty var name: String = ""
  @BeanProperty var visits: Int = 0

object Account:
  def of(user: User): Account =
    val account = new Account
    account.id = user.id
    account.name = user.name
    account.visits = user.visits
    account

object Jackson2Handlers:
  private val mapper =
    JsonMapper.builder().addModule(com.fasterxml.jackson.module.scala.DefaultScalaModule).build()

  val caseClass: (Request, Response) => Unit = (request, response) =>
    Users.byId.get(request.path("id")) match
      case Some(user) => response.text(mapper.writeValueAsString(user))
      case None => response.status(404).text("")

  val bean: String => String = text =>
    val account = mapper.readValue(text, classOf[Account])
    mapper.writeValueAsString(Users.byId.get(account.id).map(Account.of).getOrElse(account))

  val tree: String => String = text => Users.name(mapper.readTree(text).path("id").asText)

object Jackson3Handlers:
  private val mapper = tools.jackson.databind.json.JsonMapper.builder()
    .addModule(tools.jackson.module.scala.DefaultScalaModule())
    .build()

  val caseClass: String => String = id => mapper.writeValueAsString(Users.byId.get(id).orNull)

  val bean: String => String = text =>
    val account = mapper.readValue(text, classOf[Account])
    mapper.writeValueAsString(Users.byId.get(account.id).map(Account.of).getOrElse(account))

object GsonHandlers:
  private val gson: Gson = new GsonBuilder().setPrettyPrinting().create()

  val bean: String => String = text =>
    val account = gson.fromJson(text, classOf[Account])
    gson.toJson(Users.byId.get(account.id).map(Account.of).getOrElse(account))

object CirceHandlers:
  import io.circe.generic.semiauto.{deriveDecoder, deriveEncoder}
  import io.circe.parser.decode
  import io.circe.syntax.EncoderOps
  import io.circe.{Decoder, Encoder, Json}

  private given Encoder[User] = deriveEncoder
  private given Decoder[User] = deriveDecoder

  val encode: String => String =
    id => Users.byId.get(id).fold(Json.obj("error" -> Json.fromString(id)))(_.asJson).noSpaces

  val decodes: String => String = text => decode[User](text).fold(_.getMessage, user => Users.name(user.id))

object UPickleHandlers:
  import upickle.default.{ReadWriter, macroRW, read, write}

  private given ReadWriter[User] = macroRW

  val both: String => String = text =>
    val user = read[User](text)
    write(Users.byId.get(user.id).getOrElse(user))

object PlayJsonHandlers:
  import play.api.libs.json.{Format, Json}

  private given Format[User] = Json.format[User]

  val encode: String => String = id => Json.stringify(Json.toJson(Users.byId.get(id)))

  val decode: String => String =
    text => Json.parse(text).validate[User].fold(errors => errors.size.toString, user => Users.name(user.id))

object ZioJsonHandlers:
  import zio.json.{DecoderOps, DeriveJsonDecoder, DeriveJsonEncoder, EncoderOps, JsonDecoder, JsonEncoder}

  private given JsonEncoder[User] = DeriveJsonEncoder.gen[User]
  private given JsonDecoder[User] = DeriveJsonDecoder.gen[User]

  val both: String => String =
    text => text.fromJson[User].fold(identity, user => Users.byId.get(user.id).getOrElse(user).toJson)

object JsoniterHandlers:
  private given JsonValueCodec[User] = JsonCodecMaker.make

  val both: String => String = text =>
    val user = readFromString[User](text)
    writeToString(Users.byId.get(user.id).getOrElse(user))
