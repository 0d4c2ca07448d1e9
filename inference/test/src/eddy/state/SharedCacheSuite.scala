package eddy.state

import eddy.inference.Inference
import eddy.state.LockSet.Claim

import java.util.concurrent.CountDownLatch
import java.util.concurrent.atomic.AtomicInteger
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

  test("a missing entry is made once"):
    val cache = SharedCache[String, Int](2)
    assertEquals(cache.getOrElseUpdate("a", 1), 1)
    assertEquals(cache.getOrElseUpdate("a", 2), 1)
    assertEquals(cache.remove("a"), Some(1))
    assertEquals(cache.getOrElseUpdate("a", 2), 2)
    assert(intercept[NoSuchElementException](cache("b")).getMessage.nn.contains("has no key b"))

  test("a put returns the value before, and a removal too, unless it has expired"):
    val clock = Clock()
    val cache = new SharedCache[String, Int](10, 10.seconds, () => clock.now)
    assertEquals(cache.put("a", 1), None)
    assertEquals(cache.put("a", 2), Some(1))
    clock.advance(10.seconds)
    assertEquals(cache.remove("a"), None)

  private def load(cache: SharedCache[String, Int], making: () => Int): String => Unit =
    key => cache.getOrElseUpdate(key, making()): Unit

  test("handlers that look up single entries hold those only, whether they find them or make them"):
    val cache = SharedCache[String, Int](10)
    val loading = load(cache, () => 1)
    val looking: String => Unit = key => cache.get(key).foreach(println)
    def held(callback: AnyRef) = Inference.lockSet(callback, "a").claims.toList
    assertEquals(held(loading), List(Claim(Target.Entry(cache, "a"), AccessKind.Writes)))
    assertEquals(held(looking), List(Claim(Target.Entry(cache, "a"), AccessKind.Reads)))
    val adding: String => Unit = key => cache += (key -> 1)
    assertEquals(held(adding), List(Claim(Target.Entry(cache, "a"), AccessKind.Writes)))

  test("a hit does not wait for another key's miss, and a miss of the same key does"):
    HandlerFixture(): eddy =>
      val cache = SharedCache[String, Int](10)
      cache("there") = 7
      val inside, go, hit, both = CountDownLatch(1)
      val made = AtomicInteger()
      val slow = load(
        cache,
        () =>
          inside.countDown()
          await(go)
          made.incrementAndGet()
      )
      val quick: String => Unit = key => if cache.getOrElseUpdate(key, 0) == 7 then hit.countDown()
      val again: String => Unit =
        key => if cache.getOrElseUpdate(key, made.incrementAndGet()) == 1 then both.countDown()
      eddy.run(Inference.lockSet(slow, "missing"))(slow("missing"))
      await(inside)
      eddy.run(Inference.lockSet(again, "missing"))(again("missing"))
      eddy.run(Inference.lockSet(quick, "there"))(quick("there"))
      await(hit)
      assertEquals(both.getCount, 1L)
      go.countDown()
      await(both)
      assertEquals(made.get, 1)
      assertEquals(eddy.failures, Nil)

  test("handlers that put entries of different keys at the same time lose none"):
    HandlerFixture(): eddy =>
      val (keys, rounds) = (5, 10_000)
      val cache = SharedCache[String, Int](keys)
      val done = CountDownLatch(rounds)
      val counting: String => Unit = key =>
        val before = cache.getOrElse(key, 0)
        if before % 8 == 0 then Thread.`yield`()
        cache(key) = before + 1
      for i <- 1 to rounds do
        val key = s"${i % keys}"
        eddy.run(Inference.lockSet(counting, key)):
          try counting(key)
          finally done.countDown()
      await(done)
      assertEquals(eddy.failures, Nil)
      assertEquals(cache.snapshot.values.sum, rounds)

  test("a cache without room or time is refused"):
    val size = intercept[IllegalArgumentException](SharedCache[Int, Int](0))
    assert(size.getMessage.nn.contains("maxSize = 0"))
    val time = intercept[IllegalArgumentException](SharedCache[Int, Int](1, Duration.Zero))
    assert(time.getMessage.nn.contains("expireAfter = 0 days"))
end SharedCacheSuite
