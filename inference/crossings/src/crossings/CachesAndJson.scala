package crossings

import eddy.state.SharedMap

import java.util.concurrent.TimeUnit
import scala.jdk.CollectionConverters.*
import scala.jdk.FunctionConverters.*

import Crossing.{counts, stores}
import com.fasterxml.jackson.annotation.{
  JsonAnyGetter,
  JsonAnySetter,
  JsonCreator,
  JsonIgnore,
  JsonProperty,
  JsonValue
}
import com.fasterxml.jackson.core.{JsonGenerator, JsonParser}
import com.fasterxml.jackson.databind.*
import com.fasterxml.jackson.databind.deser.std.StdDeserializer
import com.fasterxml.jackson.databind.module.SimpleModule
import com.fasterxml.jackson.databind.ser.std.StdSerializer
import com.github.benmanes.caffeine.cache.{Cache, CacheLoader, Caffeine, Expiry, RemovalListener, Weigher}

/** Ways through libraries of third parties. */
object CachesAndJson:
  // caches
  final class Loading(c: Counter) extends CacheLoader[String, String]:
    def load(k: String): String = s"$k${c.add()}"
    override def reload(k: String, old: String): String =
      c.add(): Unit
      old

  final class Never(c: Counter) extends Expiry[String, String]:
    def expireAfterCreate(k: String, v: String, now: Long): Long =
      c.add(): Unit
      Long.MaxValue
    def expireAfterUpdate(k: String, v: String, now: Long, left: Long): Long = left
    def expireAfterRead(k: String, v: String, now: Long, left: Long): Long = left

  val caches: List[Crossing] = List(
    counts("a Caffeine cache with a loader of one's own class"): c =>
      val cache = Caffeine.newBuilder().build[String, String](Loading(c))
      k => println(cache.get(k))
    ,
    counts("a Caffeine cache with an expiry"): c =>
      val cache = Caffeine.newBuilder().expireAfter(Never(c)).build[String, String]()
      k => cache.put(k, k)
    ,
    counts("a Caffeine cache with a removal listener, here"): c =>
      val cache = Caffeine.newBuilder().executor(_.run()).removalListener((_: String, _: String, _) =>
        c.add(): Unit
      ).build[String, String]()
      k =>
        cache.put(k, k)
        cache.invalidate(k)
    ,
    counts("a Caffeine cache with an eviction listener"): c =>
      val cache = Caffeine.newBuilder().executor(_.run()).maximumSize(0).evictionListener(
        (_: String, _: String, _) => c.add(): Unit
      ).build[String, String]()
      k =>
        cache.put(k, k)
        cache.cleanUp()
    ,
    counts("a Caffeine cache that weighs"): c =>
      val cache = Caffeine.newBuilder().maximumWeight(9).weigher((_: String, _: String) => c.add()).build[
        String,
        String
      ]()
      k => cache.put(k, k)
    ,
    counts("a Caffeine cache with a ticker"): c =>
      val cache = Caffeine.newBuilder().ticker(() => c.add().toLong).expireAfterWrite(
        1,
        TimeUnit.MINUTES
      ).build[String, String]()
      k => cache.put(k, k)
    ,
    counts("a Caffeine cache with counters of one's own"): c =>
      final class Stats extends com.github.benmanes.caffeine.cache.stats.StatsCounter:
        def recordHits(n: Int): Unit = c.add(): Unit
        def recordMisses(n: Int): Unit = c.add(): Unit
        def recordLoadSuccess(t: Long): Unit = ()
        def recordLoadFailure(t: Long): Unit = ()
        def recordEviction(w: Int, cause: com.github.benmanes.caffeine.cache.RemovalCause): Unit = ()
        def snapshot = com.github.benmanes.caffeine.cache.stats.CacheStats.empty.nn
      val stats = Stats()
      val cache = Caffeine.newBuilder().recordStats(() => stats).build[String, String]()
      k => println(cache.getIfPresent(k))
    ,
    counts("a Caffeine cache of objects with variables"): c =>
      val cache = Caffeine.newBuilder().build[String, Counter]()
      cache.put("x", c)
      k => cache.getIfPresent(k).n += 1
    ,
    counts("a Caffeine cache of lists of objects"): c =>
      val cache = Caffeine.newBuilder().build[String, List[Counter]]()
      cache.put("x", List(c))
      k => cache.get(k, _ => Nil).foreach(_.n += 1)
    ,
    counts("a Caffeine cache of options, as a map"): c =>
      val cache = Caffeine.newBuilder().build[String, Option[Counter]]()
      cache.put("x", Some(c))
      k => cache.asMap.asScala.getOrElse(k, None).foreach(_.n += 1)
    ,
    counts("a Caffeine cache with keys that compare"): c =>
      final class Key(val n: Int):
        override def hashCode: Int =
          c.add(): Unit
          n
        override def equals(o: Any): Boolean = true
      val cache = Caffeine.newBuilder().build[Key, String]()
      k => println(cache.getIfPresent(Key(1)))
    ,
    counts("an asynchronous Caffeine cache, here"): c =>
      val cache =
        Caffeine.newBuilder().executor(_.run()).buildAsync[String, String]((k: String) => s"$k${c.add()}")
      k => println(cache.get(k).join)
    ,
    counts("an asynchronous Caffeine cache's synchronous twin"): c =>
      val cache = Caffeine.newBuilder().executor(_.run()).buildAsync[String, String]((k: String) =>
        s"$k${c.add()}"
      ).synchronous
      k => println(cache.get(k))
    ,
    counts("a Guava cache with a loader"): c =>
      val cache = com.google.common.cache.CacheBuilder.newBuilder().build(
        com.google.common.cache.CacheLoader.from((k: String) => s"$k${c.add()}")
      )
      k => println(cache.get(k))
    ,
    counts("a Guava cache with a removal listener"): c =>
      val cache = com.google.common.cache.CacheBuilder.newBuilder().removalListener[String, String](_ =>
        c.add(): Unit
      ).build[String, String]()
      k =>
        cache.put(k, k)
        cache.invalidate(k)
    ,
    counts("Guava's memoised supplier"): c =>
      val s = com.google.common.base.Suppliers.memoizeWithExpiration(() => c.add(), 1, TimeUnit.MINUTES)
      _ => println(s.get)
    ,
    counts("Guava's functions on lists"): c =>
      k =>
        println(com.google.common.collect.Lists.transform(
          java.util.List.of(k),
          (s: String) => c.add()
        ).size + com.google.common.collect.Lists.transform(
          java.util.List.of(k),
          (s: String) => c.add()
        ).get(0)),
    counts("Guava's view of a list, captured"): c =>
      val view = com.google.common.collect.Lists.transform(java.util.List.of("a"), (s: String) => c.add())
      _ => println(view.get(0))
    ,
    counts("Guava's view of a map, captured"): c =>
      val view =
        com.google.common.collect.Maps.transformValues(java.util.Map.of("x", "a"), (s: String) => c.add())
      k => println(view.get(k))
    ,
    counts("Guava's ordering"): c =>
      val o = com.google.common.collect.Ordering.from[String]((a: String, b: String) =>
        c.add() + a.compareTo(b)
      ).reverse[String]()
      k => println(o.max(k, "y"))
    ,
    counts("Guava's interner"): c =>
      final class Key(val n: Int):
        override def hashCode: Int =
          c.add(): Unit
          n
        override def equals(o: Any): Boolean = true
      val interner = com.google.common.collect.Interners.newStrongInterner[Key]()
      _ => println(interner.intern(Key(1)).n)
    ,
    counts("Guava's futures, here"): c =>
      k =>
        println(com.google.common.util.concurrent.Futures.transform(
          com.google.common.util.concurrent.Futures.immediateFuture(k),
          (s: String) => c.add(),
          (r: Runnable) => r.run()
        ).get),
    counts("Guava's funnel"): c =>
      val funnel: com.google.common.hash.Funnel[String] = (s, sink) => c.add(): Unit
      val bloom = com.google.common.hash.BloomFilter.create(funnel, 10)
      k => println(bloom.mightContain(k))
  )

  // JSON
  final class Bean(c: Counter):
    def getName: String = s"n${c.add()}"
  final class Valued(c: Counter):
    @JsonValue def text: String = s"n${c.add()}"
  final class Any1(c: Counter):
    @JsonAnyGetter def all: java.util.Map[String, Object] =
      c.add(): Unit; java.util.Map.of()
  final class Writer(c: Counter) extends StdSerializer[Bean](classOf[Bean]):
    def serialize(b: Bean, out: JsonGenerator, p: SerializerProvider): Unit =
      c.add(): Unit
      out.writeString("x")
  final class Reader(c: Counter) extends StdDeserializer[Bean](classOf[Bean]):
    def deserialize(in: JsonParser, ctx: DeserializationContext): Bean =
      c.add(): Unit
      Bean(c)
  final case class User(name: String)
  final class Naming(c: Counter) extends PropertyNamingStrategies.NamingBase:
    def translate(s: String): String =
      c.add(): Unit
      s

  private given com.github.plokhotnyuk.jsoniter_scala.core.JsonValueCodec[User] =
    null.asInstanceOf[com.github.plokhotnyuk.jsoniter_scala.core.JsonValueCodec[User]]

  final class Listener(c: Counter):
    @com.google.common.eventbus.Subscribe
    def on(s: String): Unit = c.add(): Unit

  val json: List[Crossing] = List(
    counts("Guava's event bus"): c =>
      val bus = com.google.common.eventbus.EventBus()
      bus.register(Listener(c))
      k => bus.post(k)
    ,
    counts("Jackson calls a method that is annotated"): c =>
      val mapper = ObjectMapper()
      val value = Valued(c)
      _ => println(mapper.writeValueAsString(value))
    ,
    counts("Jackson calls an annotated method of an object of the handler's"): c =>
      val mapper = ObjectMapper()
      _ => println(mapper.writeValueAsString(Any1(c)))
    ,
    counts("Jackson calls a serializer"): c =>
      val mapper = ObjectMapper().registerModule(SimpleModule().addSerializer(classOf[Bean], Writer(c)))
      _ => println(mapper.writeValueAsString(Bean(Counter())))
    ,
    counts("Jackson calls a serializer for an element"): c =>
      val mapper = ObjectMapper().registerModule(SimpleModule().addSerializer(classOf[Bean], Writer(c)))
      _ => println(mapper.writeValueAsString(java.util.List.of(Bean(Counter()))))
    ,
    counts("Jackson calls a deserializer"): c =>
      val reader = ObjectMapper().registerModule(SimpleModule().addDeserializer(
        classOf[Bean],
        Reader(c)
      )).readerFor(classOf[Bean])
      _ => println(reader.readValue[Bean]("1"))
    ,
    counts("Jackson calls a strategy of names"): c =>
      val mapper = ObjectMapper().setPropertyNamingStrategy(Naming(c))
      _ =>
        println(
          mapper.writeValueAsString(java.time.DayOfWeek.MONDAY) + mapper.writeValueAsString(Bean(Counter()))
        )
    ,
    counts("Jackson injects a value"): c =>
      val reader = ObjectMapper().reader(InjectableValues.Std().addValue("c", c)).forType(classOf[Injected])
      _ => reader.readValue[Injected]("{}").counter.nn.n += 1
    ,
    counts("Jackson writes an iterator of one's own"): c =>
      val mapper = ObjectMapper()
      _ =>
        println(mapper.writeValueAsString(new java.util.Iterator[String]:
          private var left = 1
          def hasNext: Boolean = left > 0
          def next(): String =
            left -= 1
            s"${c.add()}"))
    ,
    counts("Gson calls an adapter"): c =>
      val gson = com.google.gson.GsonBuilder().registerTypeAdapter(
        classOf[Bean],
        (
            (b: Bean, t: java.lang.reflect.Type, x: com.google.gson.JsonSerializationContext) =>
              com.google.gson.JsonPrimitive(c.add())
        ): com.google.gson.JsonSerializer[Bean]
      ).create()
      _ => println(gson.toJson(Bean(Counter())))
    ,
    counts("Gson calls a strategy"): c =>
      val gson = com.google.gson.GsonBuilder().setFieldNamingStrategy(f => s"n${c.add()}").create()
      _ => println(gson.toJson(User("a")))
    ,
    counts("Gson calls an exclusion"): c =>
      val gson = com.google.gson.GsonBuilder().setExclusionStrategies(new com.google.gson.ExclusionStrategy:
        def shouldSkipField(f: com.google.gson.FieldAttributes): Boolean = c.add() < 0
        def shouldSkipClass(k: Class[?]): Boolean = c.add() < 0).create()
      _ => println(gson.toJson(User("a")))
    ,
    counts("circe calls an encoder"): c =>
      import io.circe.syntax.*
      given io.circe.Encoder[User] = io.circe.Encoder.encodeInt.contramap(u => c.add())
      k => println(User(k).asJson.noSpaces)
    ,
    counts("circe calls an encoder for a list"): c =>
      import io.circe.syntax.*
      given io.circe.Encoder[User] = io.circe.Encoder.instance(u => io.circe.Json.fromInt(c.add()))
      k => println(List(User(k)).asJson.noSpaces)
    ,
    counts("circe calls a decoder"): c =>
      given io.circe.Decoder[User] = io.circe.Decoder.decodeString.map(s => User(s + c.add()))
      k => println(io.circe.parser.decode[User](s"\"$k\""))
    ,
    counts("circe calls a decoder with a check"): c =>
      val decoder = io.circe.Decoder[String].ensure(s => c.add() > 0, "wrong")
      k =>
        println(io.circe.parser.decode[List[String]](s"[\"$k\"]")(using
          io.circe.Decoder.decodeList(using decoder)
        ))
    ,
    counts("circe folds"): c =>
      k => println(io.circe.Json.fromString(k).fold(0, _ => 1, _ => 2, s => c.add(), _ => 3, _ => 4)),
    counts("circe's cursor takes a function"): c =>
      k =>
        println(io.circe.Json.obj(
          "a" -> io.circe.Json.fromString(k)
        ).hcursor.downField("a").withFocus(_.mapString(s => s"${c.add()}")).top),
    counts("uPickle calls a writer"): c =>
      given upickle.default.ReadWriter[User] =
        upickle.default.readwriter[String].bimap(u => s"${c.add()}", User(_))
      k => println(upickle.default.write(User(k)))
    ,
    counts("uPickle calls a reader"): c =>
      given upickle.default.ReadWriter[User] =
        upickle.default.readwriter[String].bimap(_.name, s => User(s + c.add()))
      k => println(upickle.default.read[User](s"\"$k\""))
    ,
    counts("play-json calls a format"): c =>
      given play.api.libs.json.Writes[User] =
        play.api.libs.json.Writes(u => play.api.libs.json.JsNumber(c.add()))
      k => println(play.api.libs.json.Json.toJson(User(k)))
    ,
    counts("zio-json calls an encoder"): c =>
      import zio.json.*
      given JsonEncoder[User] = JsonEncoder[Int].contramap(u => c.add())
      k => println(User(k).toJson)
    ,
    counts("zio-json calls a decoder"): c =>
      import zio.json.*
      given JsonDecoder[User] = JsonDecoder[String].map(s => User(s + c.add()))
      k => println(s"\"$k\"".fromJson[User])
  )

  final class Injected:
    @com.fasterxml.jackson.annotation.JacksonInject("c")
    var counter: Counter | Null = null

  val all: List[Crossing] = caches ++ json
end CachesAndJson
