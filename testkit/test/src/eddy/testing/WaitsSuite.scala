package eddy.testing

import java.util.concurrent.{CompletableFuture, CountDownLatch, LinkedBlockingQueue}
import scala.concurrent.duration.{DurationInt, FiniteDuration}
import scala.concurrent.{Future, Promise}

class WaitsSuite extends PatientSuite:
  private object hasty extends Waits:
    override protected def waitLimit: FiniteDuration = 1.milli

  test("a wait for a future returns its result, or throws its failure"):
    assertEquals(await(Future.successful(1)), 1)
    assertEquals(await(CompletableFuture.completedFuture("it")), "it")
    val e = intercept[IllegalStateException](await(Future.failed(IllegalStateException("no"))))
    assertEquals(e.getMessage, "no")

  test("a future that fails with a TimeoutException of its own has not exceeded the limit"):
    val own = java.util.concurrent.TimeoutException("its own")
    assertEquals(intercept[java.util.concurrent.TimeoutException](await(Future.failed(own))), own)

  test("a wait that exceeds the limit names its event and the line of its caller"):
    def exceeds(event: String)(wait: => Any): Unit =
      val message = intercept[AssertionError](wait: Unit).getMessage
      assert(message.startsWith(s"not within 1 millisecond: $event, awaited at WaitsSuite.scala:"), message)
    exceeds("the answer")(hasty.await(Promise[Int]().future, "the answer"))
    exceeds("the result of a future")(hasty.await(Promise[Int]().future))
    exceeds("the result of a future")(hasty.await(CompletableFuture[Int]()))
    exceeds("both ends; 2 are missing")(hasty.await(CountDownLatch(2), "both ends"))
    exceeds("a message")(hasty.awaitNext(LinkedBlockingQueue[String](), "a message"))
    exceeds("the end")(hasty.awaitTry(Promise[Int]().future, "the end"))

  test("a wait for a failure returns the exception, and fails for a result"):
    val no = IllegalStateException("no")
    assertEquals(awaitFailure(Future.failed(no)), no)
    val message = intercept[AssertionError](awaitFailure(Future.successful(1), "a refusal")).getMessage
    assert(message.startsWith("succeeded with 1") && message.contains("a refusal"), message)

  test("a wait ends with an InterruptedException when its thread is interrupted"):
    Thread.currentThread.interrupt()
    // munit's intercept lets an InterruptedException pass
    val ends =
      try
        await(CountDownLatch(1))
        false
      catch case _: InterruptedException => true
    assert(ends)

  test("the limit of a wait and of a polled condition is below the limit of a test"):
    assert(Waits.limit < TimeLimit.usual.duration)
end WaitsSuite
