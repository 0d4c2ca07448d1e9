package eddy.testing

import scala.concurrent.duration.{DurationInt, FiniteDuration}
import scala.concurrent.{ExecutionContext, Future}

/** Ends a suite that hangs outside its tests: in its constructor, in `beforeAll` or `afterAll`, or between
  * two tests. Its tests have the [[Watchdog]].
  */
private[testing] final class SuiteWatchdog(
    suite: String,
    limit: FiniteDuration = 5.minutes,
    gracePeriod: FiniteDuration = 1.minute
):
  // guarded by this; tests of one suite may run beside each other (see WaitingTests)
  private var tests = 0
  private var ended = false
  private var outside = watch()

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

  private def stop(): Unit = if outside.end() then throw outside.failure()

  private def watch() = Watchdog.start(s"the code of $suite outside its tests", limit, gracePeriod)
end SuiteWatchdog
