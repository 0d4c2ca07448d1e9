package eddy.testing

import scala.concurrent.Future
import scala.concurrent.duration.Duration

/** The base of every suite. It has one time limit, reports its own duration, knows which of its tests are
  * long, and waits for events (see [[Waits]]).
  *
  *   - A test that exceeds the limit fails: the suite prints the stacks of all threads and interrupts the
  *     test (see [[Watchdog]]). munit alone would wait for the end of the test. A suite that hangs outside
  *     its tests ends likewise (see [[SuiteWatchdog]]).
  *   - `./eddy test` fails when the suite as a whole exceeds the limit while nothing else runs (see
  *     [[SuiteTimes]]).
  *   - Tests tagged [[LongTest]] run only with `./eddy test --all` (see [[TestLength]]).
  */
trait PatientSuite extends munit.FunSuite, Waits:
  // set before the constructors of the suites themselves, many of which start servers
  private val began = System.nanoTime
  private val beganCpuMillis = CpuTime.millis
  SuiteTimes.begin(getClass.getName)
  private val watchdog = suiteWatchdog()

  /** Override it with a reason where two minutes are too short: `TimeLimit(5.minutes, "It starts seven
    * servers.")`. It is three times as long in the full form, and EDDY_TEST_ROUNDS multiplies it.
    */
  protected def timeLimit: TimeLimit = TimeLimit.usual

  /** Marks a long test: `test("... ".tag(LongTest))`. */
  protected final val LongTest: munit.Tag = TestLength.LongTest

  /** Whether all tests of the suite are long. */
  protected def isLong: Boolean = false

  private[testing] def suiteWatchdog(): SuiteWatchdog = SuiteWatchdog(getClass.getName)

  private[testing] def runsLongTests: Boolean = TestLength.isFull

  private def limit: TimeLimit = timeLimit.times(TestLength.timesOfLimits(Need.env))

  final override def munitTimeout: Duration = limit.duration

  override def munitTests(): Seq[Test] =
    val all = super.munitTests()
    val now = if runsLongTests then all else all.filterNot(isLong || _.tags(LongTest))
    LeftOut.tellLong(getClass.getName, all.size - now.size)
    // munit reports a suite without tests as a failure
    if now.isEmpty && all.nonEmpty then Seq(PatientSuite.placeholder) else now

  override def munitTestTransforms: List[TestTransform] =
    super.munitTestTransforms :+ TestTransform(
      "time limit",
      test => test.withBody(() => watchdog.around(Watchdog.watch(test.name, limit)(test.body())))
    )

  private val duration = new Fixture[Unit]("duration"):
    def apply(): Unit = ()
    override def afterAll(): Unit =
      SuiteTimes.end(PatientSuite.this.getClass.getName, began, beganCpuMillis, limit)
      watchdog.close()

  // munit runs `afterAll` of the fixtures in this order
  override def munitFixtures: Seq[munit.AnyFixture[?]] = super.munitFixtures :+ duration
end PatientSuite

private object PatientSuite:
  /** Stands for the tests of a suite that are all long. `./eddy test` does not count it. */
  val placeholder: munit.Test =
    munit.Test("only long tests", () => Future.unit, Set(munit.Ignore), munit.Location.empty)
