package libraries

import java.sql.ResultSet
import java.util.concurrent.TimeUnit.SECONDS
import scala.jdk.CollectionConverters.*

import com.fasterxml.jackson.databind.JsonNode
import com.fasterxml.jackson.databind.json.JsonMapper
import com.github.benmanes.caffeine.cache.{Cache, Caffeine}
import io.lettuce.core.protocol.ProtocolVersion
import io.lettuce.core.{ClientOptions, KeyValue, RedisClient, RedisURI, ScoredValue}
import redis.clients.jedis.RedisClient as Jedis

/** Java's collections that libraries return and take, converted in the ways in which programs do it. */
object RefactoredCollectionHandlers:
  private val mapper =
    JsonMapper.builder().addModule(com.fasterxml.jackson.module.scala.DefaultScalaModule).build()
  private val cache: Cache[String, String] =
    Caffeine.newBuilder().maximumSize(1000).build[String, String]()
  private val jedis = Jedis.builder().hostAndPort("127.0.0.1", 1).build()
  private val lettuce =
    val client = RedisClient.create(RedisURI.create("127.0.0.1", PretendServer.redis().port))
    client.setOptions(
      ClientOptions.builder().protocolVersion(
        ProtocolVersion.RESP2
      ).pingBeforeActivateConnection(false).build()
    )
    client.connect()
  private val commands = lettuce.sync()
  private val async = lettuce.async()

  private def texts(node: JsonNode): List[String] = node.elements().asScala.map(_.asText).toList

  private def show(score: ScoredValue[String]): String = s"${score.getValue}: ${score.getScore}"

  private def members(key: String): Set[String] = jedis.smembers(key).asScala.toSet

  val ways: Seq[(String, String => String)] = Seq(
    (
      "Jackson, elements",
      text =>
        mapper.readTree(text).path("ids").elements().asScala.map(n => Users.name(n.asText)).mkString(",")
    ),
    (
      "Jackson, elements in a method",
      text => texts(mapper.readTree(text).path("ids")).map(Users.name).mkString(",")
    ),
    (
      "Jackson, an optional field",
      text => Option(mapper.readTree(text).get("id")).filterNot(_.isNull).map(_.asText).fold("")(Users.name)
    ),
    (
      "Jackson, a for over the tree",
      text =>
        val found = List.newBuilder[String]
        for n <- mapper.readTree(text).asScala do found += Users.name(n.asText)
        found.result().mkString
    ),
    (
      "Jackson, a Java loop over the tree",
      text =>
        val found = StringBuilder()
        mapper.readTree(text).forEach(n => found ++= Users.name(n.asText))
        found.toString
    ),
    (
      "Jackson, make a tree",
      id =>
        val node = mapper.createObjectNode()
        List(id, Users.name(id)).zipWithIndex.foreach((name, i) => node.put(s"n$i", name))
        node.toString
    ),
    ("Jackson, write a Java map", id => mapper.writeValueAsString(Map("name" -> Users.name(id)).asJava)),
    (
      "Jackson, write a Java list",
      id => mapper.writeValueAsString(List(id, Users.name(id)).map(_.trim).asJava)
    ),
    (
      "Jackson, read a Java map",
      text =>
        val read = mapper.readValue(text, classOf[java.util.Map[String, Object]]).asScala
        read.get("id").map(_.toString).fold("")(Users.name)
    ),
    ("Jedis, a set", key => jedis.smembers(key).asScala.map(Users.name).mkString(",")),
    ("Jedis, a set in a method", key => members(key).map(Users.name).mkString(",")),
    (
      "Jedis, a set by javaapi",
      key => scala.jdk.javaapi.CollectionConverters.asScala(jedis.smembers(key)).map(Users.name).mkString
    ),
    ("Jedis, a set as a stream", key => jedis.smembers(key).stream.map(Users.name(_)).toList.toString),
    (
      "Jedis, a set in a loop",
      key =>
        val found = List.newBuilder[String]
        jedis.smembers(key).forEach(id => found += Users.name(id))
        found.result().mkString
    ),
    (
      "Jedis, a hash",
      key => jedis.hgetAll(key).asScala.toMap.map((k, v) => s"$k=${Users.name(v)}").mkString(",")
    ),
    (
      "Jedis, a hash by for",
      key =>
        (for (k, v) <- jedis.hgetAll(key).asScala if v.nonEmpty yield k -> Users.name(v)).toMap.mkString
    ),
    ("Jedis, a range", key => jedis.lrange(key, 0, 9).asScala.toList.map(id => Users.name(id)).mkString),
    (
      "Jedis, several keys",
      ids => jedis.mget(ids.split(",")*).asScala.toList.flatMap(Option(_)).map(Users.name).mkString
    ),
    ("Lettuce, a hash", key => commands.hgetall(key).asScala.map((k, v) => k + Users.name(v)).mkString(",")),
    (
      "Lettuce, scores",
      key => commands.zrevrangeWithScores(key, 0, 9).asScala.map(show).toList.mkString(",") + Users.name(key)
    ),
    (
      "Lettuce, scores by lambda",
      key =>
        commands.zrevrangeWithScores(
          key,
          0,
          9
        ).asScala.toList.map(s => s.getValue -> s.getScore).mkString(",") + Users.name(key)
    ),
    (
      "Lettuce, several keys",
      ids =>
        commands.mget(ids.split(",")*).asScala.filter(_.hasValue).map((v: KeyValue[String, String]) =>
          v.getValue
        ).map(Users.name).mkString
    ),
    (
      "Lettuce, asynchronous",
      key => async.lrange(key, 0, 9).get(1, SECONDS).asScala.map(Users.name).mkString(",")
    ),
    (
      "Caffeine, several keys",
      ids =>
        cache.getAllPresent(ids.split(",").toList.asJava).asScala.values.map(Users.name).mkString
    ),
    ("Caffeine, its map", id => cache.asMap.asScala.get(id).fold(Users.name(id))(_.toUpperCase)),
    (
      "Caffeine, all of its map",
      id => cache.asMap.asScala.collect { case (k, v) if k.startsWith(id) => Users.name(v) }.mkString
    ),
    ("Caffeine, getOrElseUpdate on its map", id => cache.asMap.asScala.getOrElseUpdate(id, Users.name(id))),
    (
      "Jackson, values of fields",
      text => mapper.readTree(text).properties().asScala.map(_.getValue.asText).map(Users.name).mkString
    ),
    (
      "Jackson, fields as a map",
      text =>
        val fields = mapper.readTree(text).properties().asScala.map(e => e.getKey -> e.getValue.asText).toMap
        fields.get("id").fold("")(Users.name)
    ),
    (
      "Jackson, nodes as a map",
      text =>
        val fields = mapper.readTree(text).properties().asScala.map(e => e.getKey -> e.getValue).toMap
        fields.get("id").map(_.asText).fold("")(Users.name)
    ),
    (
      "Jackson, some fields",
      text =>
        mapper.readTree(text).properties().asScala.collect {
          case e if e.getValue.isTextual => Users.name(e.getValue.asText)
        }.mkString
    ),
    (
      "Jackson, a Java loop over fields",
      text =>
        val found = StringBuilder()
        mapper.readTree(text).properties().forEach(e => found ++= Users.name(e.getValue.asText))
        found.toString
    ),
    (
      "Jackson, names of fields",
      text => mapper.readTree(text).fieldNames().asScala.toList.sorted.map(Users.name).mkString
    ),
    (
      "Jackson, some elements",
      text =>
        mapper.readTree(text).path("ids").elements().asScala.collect {
          case n if n.isTextual => Users.name(n.asText)
        }.mkString
    ),
    (
      "Jackson, elements in groups",
      text =>
        val groups = mapper.readTree(text).path("ids").elements().asScala.toList.groupBy(_.isTextual)
        groups.getOrElse(true, Nil).map(n => Users.name(n.asText)).mkString
    ),
    (
      "Jackson, elements in order",
      text =>
        mapper.readTree(text).path("ids").elements().asScala.toSeq.sortBy(_.asText).map(n =>
          Users.name(n.asText)
        ).mkString
    ),
    (
      "Jedis, some of a set",
      key => jedis.smembers(key).asScala.collect { case id if id.nonEmpty => Users.name(id) }.mkString
    ),
    (
      "Jedis, a set as a map",
      key => jedis.smembers(key).asScala.map(id => id -> Users.name(id)).toMap.mkString
    ),
    (
      "Jedis, a hash in a view",
      key => jedis.hgetAll(key).asScala.view.mapValues(Users.name).toMap.mkString
    ),
    (
      "Jedis, a hash by fold",
      key => jedis.hgetAll(key).asScala.foldLeft("") { case (all, (k, v)) => all + k + Users.name(v) }
    ),
    (
      "Jedis, some of a hash",
      key =>
        jedis.hgetAll(key).asScala.collect { case (k, v) if v.nonEmpty => k -> Users.name(v) }.toMap.mkString
    ),
    (
      "Jedis, a hash in order",
      key => jedis.hgetAll(key).asScala.toSeq.sortBy(_._1).map((_, v) => Users.name(v)).mkString
    ),
    (
      "Jedis, a range in parts",
      key =>
        val (some, others) = jedis.lrange(key, 0, 9).asScala.partition(_.nonEmpty)
        some.map(Users.name).mkString + others.size
    ),
    (
      "Jedis, a range with places",
      key => jedis.lrange(key, 0, 9).asScala.zipWithIndex.map((id, i) => s"$i${Users.name(id)}").mkString
    ),
    (
      "Lettuce, scores as a map",
      key =>
        val scores =
          commands.zrevrangeWithScores(key, 0, 9).asScala.map(s => s.getValue -> s.getScore).toMap
        scores.get(key).fold(Users.name(key))(_.toString)
    ),
    (
      "Lettuce, some of several keys",
      ids =>
        commands.mget(ids.split(",")*).asScala.collect {
          case v if v.hasValue => v.getKey -> Users.name(v.getValue)
        }.toMap.mkString
    ),
    (
      "Lettuce, the largest score",
      key =>
        commands.zrevrangeWithScores(key, 0, 9).asScala.maxByOption(_.getScore).map(_.getValue)
          .fold("")(Users.name)
    )
  )
end RefactoredCollectionHandlers
