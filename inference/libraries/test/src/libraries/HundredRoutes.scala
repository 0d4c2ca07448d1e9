package libraries

import eddy.state.SharedMap
import eddy.web.{Request, Response}

import com.fasterxml.jackson.databind.json.JsonMapper
import com.mongodb.client.model.Filters
import com.mongodb.client.{MongoClients, MongoCollection}
import io.lettuce.core.protocol.ProtocolVersion
import io.lettuce.core.{ClientOptions, RedisClient, RedisURI}
import org.bson.Document

/** A service of 100 routes, as large programs have them: each handler is a class of its own, and most call
  * Jackson, MongoDB or Redis.
  */
object HundredRoutes:
  type Handler = (Request, Response) => Unit

  private val mapper =
    JsonMapper.builder().addModule(com.fasterxml.jackson.module.scala.DefaultScalaModule).build()

  private lazy val collection: MongoCollection[Document] =
    MongoClients.create("mongodb://127.0.0.1:1").getDatabase("app").getCollection("users")

  private lazy val redis =
    val client = RedisClient.create(RedisURI.create("127.0.0.1", PretendServer.redis().port))
    client.setOptions(
      ClientOptions.builder().protocolVersion(
        ProtocolVersion.RESP2
      ).pingBeforeActivateConnection(false).build()
    )
    client.connect().sync()

  /** What one part of such a service shares. */
  final class Part(val number: Int):
    val users: SharedMap[String, User] = SharedMap()
    val names: SharedMap[String, String] = SharedMap()

    def user(id: String): User = users.getOrElseUpdate(id, User(id, "somebody", 0))

  /** Four handlers, new ones at each place where this is inlined. */
  inline def handlers(part: Part, mapper: JsonMapper): List[Handler] =
    List(
      (request, response) =>
        part.users.get(request.path("id")) match
          case Some(user) => response.text(mapper.writeValueAsString(user))
          case None => response.status(404).text("")
      ,
      (request, response) =>
        val account = mapper.readValue(request.query("account").getOrElse("{}"), classOf[Account])
        part.users(account.id) = User(account.id, account.name, account.visits + 1)
        response.status(201).text(mapper.writeValueAsString(account))
      ,
      (request, response) =>
        val id = request.path("id")
        val found = collection.find(Filters.eq("_id", id)).first()
        if found == null then
          collection.insertOne(new Document("_id", id).append("name", part.user(id).name))
        else part.names(id) = found.getString("name")
        response.text(part.names.getOrElse(id, ""))
      ,
      (request, response) =>
        val id = request.path("id")
        val name = part.names.getOrElseUpdate(id, redis.get(s"name:$id"))
        redis.set(s"seen:$id", s"$name at ${part.number}")
        response.text(name)
    )

  inline def five(first: Int): List[Handler] =
    handlers(Part(first), mapper) ++ handlers(Part(first + 1), mapper) ++ handlers(Part(first + 2), mapper) ++
      handlers(Part(first + 3), mapper) ++ handlers(Part(first + 4), mapper)

  def all: List[Handler] = five(0) ++ five(5) ++ five(10) ++ five(15) ++ five(20)

  /** Opens what every start opens. */
  def open(): Unit =
    collection.getNamespace: Unit
    redis.ping(): Unit
end HundredRoutes
