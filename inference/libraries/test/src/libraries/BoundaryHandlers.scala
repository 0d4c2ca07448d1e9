package libraries

import eddy.state.SharedMap

import com.fasterxml.jackson.databind.ObjectMapper
import com.fasterxml.jackson.databind.node.ObjectNode
import com.github.benmanes.caffeine.cache.{Cache, Caffeine, LoadingCache}

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

  val sharedNode: String => Unit = text => node.put("text", text): Unit
  val ownNode: String => String = text => mapper.createObjectNode().put("text", text).toString

  private val nodes: Cache[String, ObjectNode] = Caffeine.newBuilder().build()
  val nodeOfCache: String => Unit = key => nodes.getIfPresent(key).put("n", 1): Unit
  val nodePassed: String => Unit = key =>
    nodes.asMap.computeIfPresent(key, (_, node) => node.put("n", 1)): Unit

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
