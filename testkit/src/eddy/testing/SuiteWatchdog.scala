package eddy.testing

import scala.concurrent.duration.{DurationInt, FiniteDuration}
import scala.concurrent.{ExecutionContext, Future}

/** Ends a suite that hangs outside its tests: in its constructor, in `beforeAll` or `afterAll`, or between
  * two tests. Its tests have the [[Watchdog]].
  *
  * munit does not report the end of a suite that is ignored, or whose constructor fails. Therefore the next
  * suite on the same thread ends the watch, and it has no effect on a thread that no longer runs suites.
  */
private[testing] final class SuiteWatchdog(
    suite: String,
    limit: FiniteDuration = 15.minutes,
    gracePeriod: FiniteDuration = 1.minute
):
  // guarded by this; tests of one suite may run beside each other (see WaitingTests)
  private var tests = 0
  private var ended = false
  private var outside = watch()
  SuiteWatchdog.latest.get match
    case before: SuiteWatchdog if !before.ended => before.abandon()
    case _ => ()
  SuiteWatchdog.latest.set(this)

  /** The result of the body of a test. */
  def around(body: => Future[Any]): Future[Any] =
    begin()
    val result =
      try body
      catch
        case failure: Throwable =>
          end()
          throw failure
    result.andThen(_ => end())(using ExecutionContext.parasitic)

  private def begin(): Unit = synchronized:
    tests += 1
    if tests == 1 then stop()

  private def end(): Unit = synchronized:
    tests -= 1
    if tests == 0 && !ended then outside = watch()

  /** The suite has ended, `afterAll` included. */
  def close(): Unit = synchronized:
    ended = true
    stop()

  /** Another suite runs now. */
  private def abandon(): Unit = synchronized:
    ended = true
    val _ = outside.end()
    SuiteTimes.abandon(suite)

  private def stop(): Unit = if outside.end() then throw outside.failure()

  private def watch() =
    Watchdog.start(s"the code of $suite outside its tests", limit, gracePeriod, SuiteWatchdog.runsSuite)
end SuiteWatchdog

private object SuiteWatchdog:
  private val latest = ThreadLocal[SuiteWatchdog | Null]()

  private def runsSuite(thread: Thread): Boolean =
    thread.getStackTrace.exists(_.getClassName.startsWith("munit.MUnitRunner"))
