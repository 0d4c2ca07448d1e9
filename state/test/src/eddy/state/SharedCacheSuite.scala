package eddy.state

import scala.concurrent.duration.{Duration, DurationInt}

import org.scalacheck.{Gen, Prop}

class SharedCacheSuite extends munit.ScalaCheckSuite, eddy.testing.PatientSuite:
  private final class Clock:
    var now: Long = Long.MaxValue - 5.seconds.toNanos // nanoTime may overflow while a cache is in use
    def advance(by: Duration): Unit = now += by.toNanos

  test("an entry is gone when it was put long enough ago, and not before"):
    val clock = Clock()
    val cache = new SharedCache[String, Int](10, 10.seconds, () => clock.now)
    cache.put("a", 1): Unit
    clock.advance(9.seconds)
    assertEquals(cache.get("a"), Some(1))
    clock.advance(1.second)
    assertEquals(cache.get("a"), None)
    assertEquals(cache.size, 0)
    assertEquals(cache.put("a", 2), None)
    assertEquals(cache.get("a"), Some(2))

  test("looking up makes nothing younger, putting does"):
    val clock = Clock()
    val cache = new SharedCache[String, Int](10, 10.seconds, () => clock.now)
    cache.put("a", 1): Unit
    cache.put("b", 1): Unit
    clock.advance(6.seconds)
    assertEquals(cache.get("a"), Some(1))
    assertEquals(cache.put("b", 2), Some(1))
    clock.advance(6.seconds)
    assertEquals(cache.snapshot, Map("b" -> 2))

  property("a full cache keeps what was put last"):
    Prop.forAll(Gen.listOf(Gen.choose(0, 20)), Gen.choose(1, 8)): (keys, maxSize) =>
      val cache = SharedCache[Int, Int](maxSize)
      for (key, i) <- keys.zipWithIndex do cache.update(key, i)
      val lastPuts = keys.zipWithIndex.toMap
      cache.snapshot == lastPuts.toList.sortBy(-_._2).take(maxSize).toMap

  test("what is missing is made once"):
    val cache = SharedCache[String, Int](2)
    assertEquals(cache.getOrElseUpdate("a", 1), 1)
    assertEquals(cache.getOrElseUpdate("a", 2), 1)
    assertEquals(cache.remove("a"), Some(1))
    assertEquals(cache.getOrElseUpdate("a", 2), 2)
    assert(intercept[NoSuchElementException](cache("b")).getMessage.nn.contains("has no key b"))

  test("a cache without room or time is refused"):
    val size = intercept[IllegalArgumentException](SharedCache[Int, Int](0))
    assert(size.getMessage.nn.contains("maxSize = 0"))
    val time = intercept[IllegalArgumentException](SharedCache[Int, Int](1, Duration.Zero))
    assert(time.getMessage.nn.contains("expireAfter = 0 days"))
end SharedCacheSuite
