package eddy.testing

import scala.concurrent.{Future, Promise}
import scala.util.Try

/** A suite with tests that wait for a fixed time, such as a timeout that must not be shorter on a busy
  * machine. Tests tagged [[WaitingTest]] start together, each on its own thread, with the first test of the
  * suite. They are reported after the others, so the suite takes as long as its longest wait instead of the
  * sum.
  *
  * A tagged test must not use state that another test of the suite changes. The suite runs `beforeEach` and
  * `afterEach` of a tagged test when it reports the test.
  */
trait WaitingTests extends PatientSuite:
  /** Marks a test that waits: `test("... ".tag(WaitingTest))`. */
  protected final val WaitingTest: munit.Tag = WaitingTests.WaitingTest

  override def munitTests(): Seq[Test] =
    val (waiting, others) =
      super.munitTests().partition(test => test.tags(WaitingTests.WaitingTest) && !test.tags(munit.Ignore))
    val started = waiting.map(test => Started(() => test.body()))
    // after beforeAll
    lazy val start: Unit = started.foreach(_.start())
    others.map: test =>
      test.withBody: () =>
        start
        test.body()
    ++ waiting.zip(started).map: (test, body) =>
      test.withBody: () =>
        start
        body.outcome
  end munitTests
end WaitingTests

object WaitingTests:
  private val WaitingTest = munit.Tag("waits")

private final class Started(body: () => Future[Any]):
  private val promise = Promise[Any]()
  def outcome: Future[Any] = promise.future
  def start(): Unit =
    val thread = Thread: () =>
      promise.completeWith(Try(body()).fold(Future.failed, identity)): Unit
    thread.setDaemon(true)
    thread.start()
