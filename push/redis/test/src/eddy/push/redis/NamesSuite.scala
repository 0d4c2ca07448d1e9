package eddy.push.redis

import eddy.push.redis.internal.{Names, Payload, Site}
import eddy.push.{Position, Publication}

import io.lettuce.core.cluster.SlotHash

class NamesSuite extends eddy.testing.PatientSuite:
  private val names = Names("eddy", isCluster = true)

  test("all keys of a channel lie in the slot of its Pub/Sub channel, whatever its name"):
    for channel <- Seq("news", "}x", "{a}b", "a}b", "{}", "/room/é", "a{b") do
      val slot = names.slot(channel)
      for key <- Seq(names.stream(channel), names.meta(channel), names.key(channel, "k{1}")) do
        assertEquals(SlotHash.getSlot(key), slot, key)

  test("a channel is read back from its Pub/Sub channel and from its keys"):
    for channel <- Seq("news", "}x", "a}:s", "{}") do
      assertEquals(names.channelOf(names.pubSub(channel)), channel)
      assertEquals[String | Null, String | Null](names.channelOfKey(names.stream(channel)), channel)
      assertEquals[String | Null, String | Null](names.channelOfKey(names.meta(channel)), channel)
    assertEquals[String | Null, String | Null](names.channelOfKey("other:{.news}:s"), null)

  test("a pattern becomes a glob in which other signs stand for themselves"):
    assertEquals(names.glob("/picture/*/likes"), "eddy:{./picture/*/likes}")
    assertEquals(names.glob("/a?[b]/**"), "eddy:{./a\\?\\[b\\]/*}")
    assertEquals(names.glob("/x*y/*"), "eddy:{./x\\*y/*}")

  test("a text that is not from Eddy is not a payload"):
    for text <-
        Seq("", "hello", "1 2", "1 a {}", "x 1 e []", "-1 1 e []", "1 0 e []", "1 x e []", "1".repeat(100))
    do
      assert(Payload.read(text.getBytes) == null, text)

  test("a payload has the places of its messages"):
    val payload = Payload.read("""7 2 e [{"d":1},{"d":2}]""".getBytes).nn
    assertEquals((payload.first, payload.last), (Position(7, "e"), Position(8, "e")))
    assertEquals(
      payload.publications("c").map(p => (p.channel, p.position, p.message.data.toString)),
      Vector(("c", Position(7, "e"), "1"), ("c", Position(8, "e"), "2"))
    )
    for (after, left) <- Seq(6L -> Vector(7L, 8L), 7L -> Vector(8L), 8L -> Vector.empty) do
      assertEquals(payload.publications("c", after).map(_.offset), left)
    val unplaced = Payload.read("""0 2 - [{"d":1},{"d":2}]""".getBytes).nn
    assertEquals(unplaced.publications("c", 9).map(_.position), Vector.fill(2)(Publication.Unplaced))

  test("a URI says what kind of Redis it is"):
    assert(!Site.parse("redis://127.0.0.1:6380/2").isCluster)
    assertEquals(Site.parse("rediss://127.0.0.1:6380").shown, "127.0.0.1:6380")
    assertEquals(Site.parse("redis-sentinel://a:1,b:2#chat").shown, "chat by Sentinels")
    assertEquals(Site.parse("redis-cluster://u:p@a:1,b:2").shown, "Cluster of a:1, b:2")
    assertEquals(Site.parse("redis-cluster://u:p@a:1,b:2").user, Some("u"))
    assertEquals(Site.parse("redis://:p@a").user, None)

  test("a wrong URI is refused with the remedy and without its password"):
    for uri <- Seq(
        "http://a:secret@b",
        "redis-sentinel://:secret@a:1",
        "redis-cluster://x:secret@",
        "redis://:secret@a:port",
        "secret"
      )
    do
      val e = intercept[IllegalArgumentException](RedisConfig(uri))
      assert(e.getMessage.contains("redis://host:6379"), e.getMessage)
      if uri != "secret" then assert(!e.getMessage.contains("secret"), e.getMessage)

  test("wrong settings are refused with the bad value"):
    val e = intercept[IllegalArgumentException](RedisConfig("redis://127.0.0.1", batch = 0))
    assert(e.getMessage.contains("batch = 0"), e.getMessage)
    assert(!RedisConfig("redis://:secret@127.0.0.1").toString.contains("secret"))
end NamesSuite
