package eddy.testing

import java.nio.file.Files
import java.util.concurrent.CountDownLatch
import scala.collection.mutable
import scala.concurrent.duration.DurationInt

import org.junit.runner.Description
import org.junit.runner.notification.{Failure, RunListener, RunNotifier}

class PatientSuiteSuite extends PatientSuite:
  private class Example(full: Boolean = false, allLong: Boolean = false) extends PatientSuite:
    override private[testing] def runsLongTests: Boolean = full
    override protected def isLong: Boolean = allLong
    test("short")(())
    test("long".tag(LongTest))(())

  private class Endless extends PatientSuite:
    override protected def timeLimit: TimeLimit = TimeLimit(20.millis, "")
    test("endless")(new CountDownLatch(1).await())
    test("after it")(())

  test("long tests are left out unless the full form runs"):
    assertEquals(run(Example())(0), List("short"))
    assertEquals(run(Example(full = true))(0), List("short", "long"))

  test("a suite of long tests is left out as a whole"):
    assertEquals(run(Example(allLong = true))(0), Nil)
    assertEquals(run(Example(full = true, allLong = true))(0), List("short", "long"))

  test("EDDY_TEST_ALL=1 asks for the full form; EDDY_TEST_ROUNDS multiplies the rounds of either form"):
    def env(entries: (String, String)*) = (name: String) => entries.toMap.get(name)
    assert(!TestLength.isFull(env()))
    assert(TestLength.isFull(env("EDDY_TEST_ALL" -> "1")))
    assertEquals(TestLength.rounds(2, 50, env()), 2)
    assertEquals(TestLength.rounds(2, 50, env("EDDY_TEST_ROUNDS" -> "10")), 20)
    assertEquals(TestLength.rounds(2, 50, env("EDDY_TEST_ROUNDS" -> "10", "EDDY_TEST_ALL" -> "1")), 500)
    val refusal =
      intercept[IllegalArgumentException](TestLength.rounds(2, 50, env("EDDY_TEST_ROUNDS" -> "many")))
    assertEquals(refusal.getMessage, "EDDY_TEST_ROUNDS is 'many'; give a whole number above 0, such as 100")

  test("EDDY_TEST_ROUNDS and the full form multiply limits, too"):
    def env(entries: (String, String)*) = (name: String) => entries.toMap.get(name)
    assertEquals(TestLength.timesOfLimits(env()), 1)
    assertEquals(TestLength.timesOfLimits(env("EDDY_TEST_ALL" -> "1")), 3)
    assertEquals(TestLength.timesOfLimits(env("EDDY_TEST_ROUNDS" -> "10", "EDDY_TEST_ALL" -> "1")), 30)
    assertEquals(TimeLimit.usual.times(1), TimeLimit.usual)
    val reason = "This form of the tests is up to 10 times longer."
    assertEquals(TimeLimit.usual.times(10), TimeLimit(20.minutes, reason))

  test("a test that exceeds the suite's limit fails, and the tests after it run"):
    val (tests, failures) = PrintedErrors.of(run(Endless()))(0)
    assertEquals(tests, List("endless", "after it"))
    assertEquals(failures.keySet, Set("endless"))
    assert(
      failures("endless").contains(
        s"'endless' exceeds its limit of ${20 * TestLength.timesOfLimits(Need.env)} milliseconds"
      ),
      failures("endless")
    )

  test("the report of a suite's time holds duration, limit, CPU time and reason"):
    val folder = Files.createTempDirectory("eddy-times")
    val limit = TimeLimit(3.minutes, "starts seven servers one by one")
    SuiteTimes.end(
      folder.resolve("new"),
      "eddy.ExampleSuite",
      System.nanoTime - 1.second.toNanos,
      Some(0),
      limit
    )
    val text = Files.readString(folder.resolve("new/eddy.ExampleSuite"))
    val Array(took, most, cpu, reason) = text.trim.split(" ", 4): @unchecked
    assert(took.toLong >= 1000, text)
    if CpuTime.millis.nonEmpty then assert(cpu.toLong > 0, text)
    assertEquals((most, reason), ("180000", "starts seven servers one by one"))

  /** The names of the tests that ran, and the messages of those that failed. */
  private def run(suite: PatientSuite): (List[String], Map[String, String]) =
    val (ran, failed) = (mutable.ListBuffer.empty[String], mutable.Map.empty[String, String])
    val notifier = RunNotifier()
    notifier.addListener(new RunListener:
      override def testStarted(test: Description): Unit = ran += test.getMethodName
      override def testFailure(failure: Failure): Unit =
        failed(failure.getDescription.getMethodName) = failure.getMessage)
    munit.MUnitRunner(suite.getClass, () => suite).run(notifier)
    LeftOut.tellLong(suite.getClass.getName, 0)
    (ran.toList, failed.toMap)
end PatientSuiteSuite
