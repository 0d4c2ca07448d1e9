package eddy.state.internal

import eddy.testing.{TestLength, TimeLimit}

import scala.concurrent.duration.DurationInt

import org.jetbrains.lincheck.datastructures.ModelCheckingOptions

/** Locks under every interleaving that Lincheck explores: the guarded value changes as if by one thread, and
  * every waiter is woken.
  */
class LinearizabilitySuite extends eddy.testing.PatientSuite:
  override protected def timeLimit: TimeLimit =
    TimeLimit(10.minutes, "Lincheck runs thousands of interleavings.")

  private def explored(subject: Class[?], sequential: Class[?]): Unit =
    new ModelCheckingOptions()
      .iterations(TestLength.rounds(short = 2, full = 16))
      .invocationsPerIteration(100)
      .threads(3)
      .actorsPerThread(3)
      .sequentialSpecification(sequential)
      .check(subject)

  private def elided(subject: Class[?]): Unit =
    val options = new ModelCheckingOptions()
      .iterations(0)
      .invocationsPerIteration(TestLength.rounds(short = 300, full = 3_000))
      .sequentialSpecification(classOf[ElisionModel])
    ElisionSubject.scenarios(subject).foreach(options.addCustomScenario(_): Unit)
    options.check(subject)

  test("what a lock guards changes as if by one thread, and every waiter is woken"):
    explored(classOf[LockSubject], classOf[LockModel])

  test("a lock that does not exclude is found out"):
    val _ = intercept[Throwable](explored(classOf[BrokenLockSubject], classOf[LockModel]))

  test("objects that are read without a lock are safe from the first handler or thread that writes them"):
    elided(classOf[ElisionSubject])

  test("handlers that do not confirm their epoch are found out"):
    val _ = intercept[Throwable](elided(classOf[BrokenElisionSubject]))
end LinearizabilitySuite
