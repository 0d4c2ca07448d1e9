package eddy.chat.internal

class TokenBucketSuite extends eddy.testing.PatientSuite:
  test("a burst is let through, then the steady rate"):
    val bucket = TokenBucket(perSecond = 2, burst = 3, now = 0)
    assertEquals((1 to 4).map(_ => bucket.take(0)), Seq(true, true, true, false))
    assertEquals(bucket.waitMillis(0), 500L)
    assert(!bucket.take(499))
    assert(bucket.take(500))
    assert(!bucket.take(500))

  test("what is not used adds up to the burst and no further"):
    val bucket = TokenBucket(perSecond = 2, burst = 3, now = 0)
    assertEquals((1 to 5).count(_ => bucket.take(1_000_000)), 3)

  test("a clock that stands still or falls back gives nothing"):
    val bucket = TokenBucket(perSecond = 1, burst = 1, now = 100)
    assert(bucket.take(100))
    assert(!bucket.take(50))
    assert(!bucket.take(100))
    assert(bucket.take(1100))
end TokenBucketSuite
