package libraries

import eddy.state.SharedMap

import java.sql.ResultSet
import scala.jdk.CollectionConverters.*

import com.fasterxml.jackson.core.{JsonGenerator, JsonParser}
import com.fasterxml.jackson.databind.deser.std.StdDeserializer
import com.fasterxml.jackson.databind.module.SimpleModule
import com.fasterxml.jackson.databind.node.{ObjectNode, POJONode}
import com.fasterxml.jackson.databind.ser.std.StdSerializer
import com.fasterxml.jackson.databind.{DeserializationContext, JsonNode, ObjectMapper, SerializerProvider}
import com.github.benmanes.caffeine.cache.{Cache, Caffeine, LoadingCache}
import io.getquill.context.ExecutionInfo
import io.getquill.{H2JdbcContext, SnakeCase}

/** Handlers that reach the application's state through a library's code. */
final class BoundaryHandlers:
  val users: SharedMap[String, String] = SharedMap()
  val counts: Array[Int] = Array(0)
  val account: Visits = Visits()
  private val holder = Holder(Vector(account))
  private val mapper = ObjectMapper()
  val node: ObjectNode = mapper.createObjectNode()

  private val loading: LoadingCache[String, String] = Caffeine.newBuilder().build: key =>
    counts(0) += 1
    users.getOrElse(key, key)
  val load: String => String = key => loading.get(key)

  private val nested: Cache[String, LoadingCache[String, String]] = Caffeine.newBuilder().build()
  nested.put("inner", loading)
  val loadInside: String => Int = key => nested.getAllPresent(java.util.List.of(key)).size

  private val plain: Cache[String, String] = Caffeine.newBuilder().build()
  val passed: String => String = key => plain.get(key, k => users.getOrElseUpdate(k, k))

  val written: String => String = _ => mapper.writeValueAsString(account)
  val writtenInside: String => String = _ => mapper.writeValueAsString(holder)
  private val accounts = List(account)
  val writtenInList: String => String = _ => mapper.writeValueAsString(accounts)
  val tagged: Tagged = Tagged()
  val writtenCollection: String => String = _ => mapper.writeValueAsString(tagged)
  private val chain = List.fill(6)(account).foldLeft[Linked | Null](null)((next, a) => Linked(a, next)).nn
  val writtenFarAway: String => String = _ => mapper.writeValueAsString(chain)
  private val noting = NotingWrites(users)
  val writtenByJava: String => String = _ => mapper.writeValueAsString(noting)
  val assigned: String => Unit = text => mapper.readerForUpdating(account).readValue[Visits](text): Unit

  private val quill = H2JdbcContext(SnakeCase, Pools.pool("jdbc:h2:mem:boundary"))
  val rows: String => List[String] = _ =>
    quill.executeQuery[String](
      "select name from users",
      (statement, _) => (Nil, statement),
      (row, _) => row.getString(1)
    )(ExecutionInfo.unknown, ())
  private val results: Cache[String, ResultSet] = Caffeine.newBuilder().build()
  val rowsOfCache: String => Unit = _ => results.asMap.forEach((_, row) => println(row.next()))

  // code of the application that the mapper calls with objects of its own
  private val ofAmounts = ObjectMapper().registerModule(
    SimpleModule().addSerializer(classOf[Amount], AmountWriter()).addDeserializer(
      classOf[Amount],
      AmountReader()
    )
  )
  val serialized: Seq[String => Any] = Seq(
    text => ofAmounts.writeValueAsString(Amount(text.length)),
    text => ofAmounts.writeValueAsString(text),
    text => ofAmounts.readValue(text, classOf[Amount])
  )
  val counter: CountingWriter = CountingWriter()
  private val ofCounted =
    ObjectMapper().registerModule(SimpleModule().addSerializer(classOf[Amount], counter))
  val serializedCounting: String => String = text => ofCounted.writeValueAsString(Amount(text.length))

  val sharedNode: String => Unit = text => node.put("text", text): Unit
  val ownNode: String => String = text => mapper.createObjectNode().put("text", text).toString

  private val nodes: Cache[String, ObjectNode] = Caffeine.newBuilder().build()
  val nodeOfCache: String => Unit = key => nodes.getIfPresent(key).put("n", 1): Unit
  val nodePassed: String => Unit = key =>
    nodes.asMap.computeIfPresent(key, (_, node) => node.put("n", 1)): Unit

  // what a library returns may hold objects of the application's, however it is converted
  private val kept: Cache[String, Visits] = Caffeine.newBuilder().build()
  private val pojos = mapper.createObjectNode().putPOJO("visits", account)
  val converted: Seq[String => Unit] = Seq(
    key => kept.getAllPresent(List(key).asJava).asScala.values.foreach(_.count += 1),
    key => kept.asMap.asScala.get(key).foreach(_.count += 1),
    key => for (_, v) <- kept.asMap.asScala do v.count += 1,
    _ => kept.asMap.values.iterator.asScala.toList.map(identity).headOption.foreach(_.count += 1),
    _ => kept.asMap.values.stream.forEach(v => v.count += 1),
    _ => kept.asMap.asScala.toList.groupBy(_(0)).values.foreach(_.foreach((_, v) => v.count += 1))
  )
  val ofEntries: String => Unit = _ =>
    kept.asMap.entrySet.asScala.map(_.getValue).foreach(v => v.count += 1)
  val ofTree: Seq[String => Unit] = Seq(
    key => count(pojos.get(key)),
    key => Option(pojos.get(key)).foreach(count),
    _ => pojos.forEach(count(_)),
    _ => pojos.elements().asScala.foreach(count),
    _ => pojos.properties().asScala.map(_.getValue).foreach(n => count(n)),
    _ => for n <- pojos.asScala do count(n)
  )
  private def count(node: JsonNode): Unit = node match
    case pojo: POJONode => pojo.getPojo.asInstanceOf[Visits].count += 1
    case _ => ()

  // which of the lists it is nobody knows
  private val lists: Cache[String, java.util.List[String]] = Caffeine.newBuilder().build()
  val list = java.util.ArrayList[String]()
  val listOfCache: String => Unit = key => lists.getIfPresent(key).asScala += key
  val listInMap: String => Unit = key => lists.asMap.asScala(key).asScala += key
  val ownList: String => Unit = key => list.asScala += key
  val listOfList: String => Unit = key => list.asScala.asJava.add(key)
  val ofList: String => Int = key => list.asScala.indexOf(key)
  val listCopied: String => Unit = key =>
    val copy = list.asScala.toBuffer
    copy += key

  /** Its constructor calls `add`. */
  final class Noting(from: java.util.Collection[String]) extends java.util.HashSet[String](from):
    override def add(name: String): Boolean =
      users(name) = name
      super.add(name)
  val constructed: String => Int = key => new Noting(java.util.List.of(key)).size
end BoundaryHandlers

final class Visits:
  var count: Int = 0

final class Tagged:
  val tags = scala.collection.mutable.ArrayBuffer[String]()

final class Linked(val visits: Visits, val next: Linked | Null)

final class NotingWrites(users: SharedMap[String, String]) extends java.io.Serializable:
  private def writeObject(out: java.io.ObjectOutputStream): Unit = users("written") = "x"

final class Holder(val all: Vector[Visits])

final case class Amount(cents: Long)

final class AmountWriter extends StdSerializer[Amount](classOf[Amount]):
  def serialize(amount: Amount, out: JsonGenerator, provider: SerializerProvider): Unit =
    out.writeString(s"${amount.cents} cents")

final class AmountReader extends StdDeserializer[Amount](classOf[Amount]):
  def deserialize(in: JsonParser, context: DeserializationContext): Amount =
    Amount(in.getText.takeWhile(_.isDigit).toLong)

final class CountingWriter extends StdSerializer[Amount](classOf[Amount]):
  var written = 0
  def serialize(amount: Amount, out: JsonGenerator, provider: SerializerProvider): Unit =
    written += 1
    out.writeNumber(amount.cents)
