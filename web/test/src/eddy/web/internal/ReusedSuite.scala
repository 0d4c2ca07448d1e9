package eddy.web.internal

import java.util.concurrent.atomic.AtomicInteger
import java.util.concurrent.{CountDownLatch, Executors}

class ReusedSuite extends eddy.testing.PatientSuite:
  test("a value is given again until its time is over"):
    var now = 0L
    var made = 0
    val page = Reused[String](10, () => now)
    def ask() = page:
      made += 1
      s"page $made"
    assertEquals(Seq(ask(), ask()), Seq("page 1", "page 1"))
    now = 10
    assertEquals(ask(), "page 1")
    now = 11
    assertEquals(ask(), "page 2")

  test("the time begins when the value has been computed"):
    var now = 0L
    val page = Reused[String](10, () => now)
    val first = page:
      now = 100
      "slow"
    now = 110
    assertEquals((first, page("later")), ("slow", "slow"))

  test("many who ask at the same time have it worked out once"):
    val made = AtomicInteger()
    val page = Reused[String](Long.MaxValue)
    val together = CountDownLatch(8)
    val threads = Executors.newFixedThreadPool(8)
    try
      val asked = (1 to 8).map: _ =>
        threads.submit: () =>
          together.countDown()
          together.await()
          page(s"page ${made.incrementAndGet()}")
      assertEquals(asked.map(_.get).distinct, Seq("page 1"))
    finally threads.shutdown()

  test("a failure reaches the caller, and the next call tries again"):
    val page = Reused[String](10, () => 0)
    val _ = intercept[IllegalStateException](page(throw IllegalStateException("not now")))
    assertEquals(page("page"), "page")
end ReusedSuite
