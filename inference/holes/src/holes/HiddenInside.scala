package holes

import eddy.state.SharedMap

import scala.collection.mutable

import Common.map
import com.fasterxml.jackson.core.JsonGenerator
import com.fasterxml.jackson.databind.jsontype.TypeSerializer
import com.fasterxml.jackson.databind.module.SimpleModule
import com.fasterxml.jackson.databind.node.{ArrayNode, JsonNodeFactory}
import com.fasterxml.jackson.databind.{JsonSerializable, JsonSerializer, ObjectMapper, SerializerProvider}

/** Handlers whose effects lie in objects that are not searched as far, or as late. */
final class HiddenInside:
  private val mapper = ObjectMapper()
  private val thing = Thing()
  val serializes: String => Unit = _ => println(mapper.writeValueAsString(thing))
  def addSerializer(): Unit =
    val _ = mapper.registerModule(SimpleModule().addSerializer(classOf[Thing], ThingSerializer()))

  private def texts(n: Int): ArrayNode =
    val all = JsonNodeFactory.instance.arrayNode()
    for i <- 1 to n do all.add(s"text $i"): Unit
    all
  private def tree(arrays: Int): ArrayNode =
    val all = JsonNodeFactory.instance.arrayNode()
    for _ <- 1 until arrays do all.add(texts(100)): Unit
    all.add(texts(100).addPOJO(Telling()))

  private val small = tree(2)
  val showsSmall: String => Unit = _ => println(small.toString)
  private val large = tree(200)
  val showsLarge: String => Unit = _ => println(large.toString)
  private val long = texts(300).addPOJO(Telling())
  val showsLong: String => Unit = _ => println(long.toString)

  private val sets = SharedMap[String, java.util.TreeSet[String]]()
  sets.put(
    "x",
    java.util.TreeSet[String]((a, b) =>
      map("compared") = 1
      a.compareTo(b)
    )
  )
  sets("x").add("a"): Unit
  val comparesInSet: String => Unit = key => println(sets(key).contains(key))

  private val defaults = SharedMap[String, mutable.Map[String, Int]]()
  defaults.put(
    "x",
    mutable.Map[String, Int]().withDefault: _ =>
      map("default") = 1
      1
  )
  val asksForDefault: String => Unit = key => println(defaults(key)(key))

  val noted: Noted = Noted()
  def note: String = noted.note
  val updates: String => Unit = key => noted.update(key)
  val assigns: String => Unit = key => noted.assign(key)
end HiddenInside

final class Thing:
  def getName: String = "thing"

final class ThingSerializer extends JsonSerializer[Thing]:
  override def serialize(thing: Thing, out: JsonGenerator, provider: SerializerProvider): Unit =
    map("serialized") = 1
    out.writeString(thing.getName)

final class Telling extends JsonSerializable.Base:
  override def serialize(out: JsonGenerator, provider: SerializerProvider): Unit =
    map("told") = 1
    out.writeString("telling")
  override def serializeWithType(
      out: JsonGenerator,
      provider: SerializerProvider,
      types: TypeSerializer
  ): Unit = serialize(out, provider)
