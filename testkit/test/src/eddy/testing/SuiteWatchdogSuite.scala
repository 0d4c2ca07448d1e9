package eddy.testing

import java.util.concurrent.CountDownLatch
import scala.concurrent.duration.DurationInt
import scala.concurrent.{Future, Promise}

import org.junit.runner.notification.{Failure, RunListener, RunNotifier}

class SuiteWatchdogSuite extends PatientSuite:
  test("a suite that hangs before its first test is interrupted; its first test fails and says so"):
    val (failure, printed) = PrintedErrors.of:
      val watchdog = tiny
      try new CountDownLatch(1).await()
      catch case _: InterruptedException => ()
      intercept[TimeLimitExceeded](watchdog.around(Future.unit))
    assert(
      failure.getMessage.startsWith("the code of eddy.Endless outside its tests exceeds its limit"),
      failure
    )
    assert(printed.contains("SuiteWatchdogSuite"), printed)

  test("a suite that hangs after its last test is interrupted, and fails at its end"):
    val (failure, _) = PrintedErrors.of:
      val watchdog = tiny
      await(watchdog.around(Future.unit))
      try new CountDownLatch(1).await()
      catch case _: InterruptedException => ()
      intercept[TimeLimitExceeded](watchdog.close())
    assert(failure.getMessage.contains("outside its tests"), failure)

  test("the time of tests does not count, also of those that run beside each other"):
    val watchdog = tiny
    val tests = Seq.fill(2)(Promise[Unit]())
    val results = tests.map(test => watchdog.around(test.future))
    passGracePeriod()
    tests.foreach(_.success(()))
    results.foreach(await(_))
    watchdog.close()

  private class Endless extends PatientSuite:
    override private[testing] def suiteWatchdog() = tiny
    override def beforeAll(): Unit = new CountDownLatch(1).await()
    test("never")(())

  test("a suite that hangs in beforeAll fails, and ends before the JVM has to"):
    var failures = Seq.empty[String]
    val notifier = RunNotifier()
    notifier.addListener(new RunListener:
      override def testFailure(failure: Failure): Unit = failures :+= failure.toString)
    val _ = PrintedErrors.of(munit.MUnitRunner(classOf[Endless], () => new Endless).run(notifier))
    assert(failures.head.startsWith("beforeAll"), failures)
    assert(failures.last.contains("the code of eddy.Endless outside its tests exceeds its limit"), failures)
    passGracePeriod()

  test("the next suite on the same thread ends the watch of one that was ignored or failed to start"):
    val (_, printed) = PrintedErrors.of:
      val _ = tiny
      val _ = SuiteWatchdog("eddy.Next")
      passGracePeriod()
    assertEquals(printed, "")

  test("a thread that runs no suite any more is not interrupted"):
    val result = Promise[Boolean]()
    Thread: () =>
      val _ = tiny
      try new CountDownLatch(1).await(100, java.util.concurrent.TimeUnit.MILLISECONDS): Unit
      catch case _: InterruptedException => result.success(false): Unit
      val _ = result.trySuccess(true)
    .start()
    assert(await(result.future))

  private def tiny = SuiteWatchdog("eddy.Endless", limit = 20.millis, gracePeriod = 20.millis)

  /** Waits until the timer of all watchdogs would have ended the JVM. */
  private def passGracePeriod(): Unit =
    val later = Promise[Unit]()
    Watchdog.after(60.millis)(later.success(()): Unit)
    await(later.future)
end SuiteWatchdogSuite
