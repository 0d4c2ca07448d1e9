package holes

import eddy.state.SharedMap
import eddy.web.tapir.EddyServerInterpreter
import eddy.web.{Param, Routes}

import java.util.concurrent.{CountDownLatch, TimeUnit}
import java.util.logging.{Handler, LogRecord, Logger}
import scala.util.control.Exception.{Catch, allCatch}

import Common.map
import com.fasterxml.jackson.databind.node.{JsonNodeFactory, ObjectNode, TextNode}
import com.fasterxml.jackson.databind.{JsonNode, ObjectMapper}
import com.github.plokhotnyuk.jsoniter_scala.core.{JsonReader, JsonValueCodec, JsonWriter, readFromString}
import io.netty.util.HashedWheelTimer
import io.netty.util.internal.logging.{InternalLogger, InternalLoggerFactory}
import sttp.shared.Identity
import sttp.tapir.*

/** Handlers whose effects happen in code that libraries call. */
final class HiddenCalls:
  private val codec: JsonValueCodec[String] = new JsonValueCodec[String]:
    def decodeValue(in: JsonReader, default: String): String =
      map("decoded") = 1
      in.readString(default)
    def encodeValue(s: String, out: JsonWriter): Unit = out.writeVal(s)
    def nullValue: String = ""
  val decodes: String => Unit = text => println(readFromString(s"\"$text\"")(using codec))

  final class Id(val text: String)
  private val ids: Param[Id] = Param.of("an id"): text =>
    map(text) = 1
    Some(Id(text))
  val param: Routes =
    Routes.get("/:id")((request, response) => response.text(request.pathAs[Id]("id")(using ids).text))

  val counted: Account = Account()
  private val counting: Param[Id] = Param.of("an id"): text =>
    counted.count += 1
    Some(Id(text))
  val countingParam: Routes =
    Routes.get("/:id")((request, response) => response.text(request.pathAs[Id]("id")(using counting).text))

  val tapir: Routes = EddyServerInterpreter().toRoutes(List(
    endpoint.get.in(path[String].map { s =>
      map(s) = 1; s
    }(identity)).out(stringBody)
      .serverLogicSuccess[Identity](identity)
  ))

  private val logger = Logger.getAnonymousLogger.nn
  logger.setUseParentHandlers(false)
  logger.addHandler(new Handler:
    def publish(record: LogRecord): Unit = map("logged") = 1
    def flush(): Unit = ()
    def close(): Unit = ())
  val logs: String => Unit = key => logger.info(key)

  private val catchers = SharedMap[String, Catch[Unit]]()
  catchers.put("x", allCatch[Unit].andFinally { map("caught") = 1 })
  val catches: String => Unit = key => catchers(key)(println(key))

  val ended: CountDownLatch = CountDownLatch(1)
  val late: CountDownLatch = CountDownLatch(1)
  private val timer = HashedWheelTimer(1, TimeUnit.MILLISECONDS)
  val times: String => Unit = key =>
    val _ = timer.newTimeout(
      _ =>
        ended.await()
        map(key) = 1
        late.countDown()
      ,
      1,
      TimeUnit.MILLISECONDS
    )
  def stop(): Unit = timer.stop(): Unit

  private val known = InternalLoggerFactory.getInstance("known").nn
  private final class Loggers extends InternalLoggerFactory:
    protected def newInstance(name: String): InternalLogger =
      map("made") = 1
      known
  def keepInStaticField(): Unit = InternalLoggerFactory.setDefaultFactory(Loggers())
  val staticFunction: String => Unit = name => println(InternalLoggerFactory.getInstance(name))

  private val mapper = ObjectMapper()
  private val bean = Bean()
  val reflects: String => Unit = _ => println(mapper.writeValueAsString(bean))

  val kids: java.util.Map[String, JsonNode] = java.util.LinkedHashMap[String, JsonNode]()
  kids.put("x", TextNode("one"))
  private val node = ObjectNode(JsonNodeFactory.instance, kids)
  val asks: String => String = key => node.get(key).nn.asText.nn
end HiddenCalls

final class Bean:
  def getName: String =
    map("got") = 1
    "name"
