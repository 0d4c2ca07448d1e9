package eddy.runtime.internal

import eddy.testing.TimeLimit
import scala.concurrent.duration.DurationInt
import org.jetbrains.lincheck.datastructures.{ModelCheckingOptions, StressOptions}

/** The lock-free parts, checked by Lincheck: random programs of two or three threads, under every interleaving it comes
  * to, give only results that some order of the same calls one after another could have given.
  */
class LinearizabilitySuite extends eddy.testing.PatientSuite:
  override protected def timeLimit: TimeLimit = TimeLimit(10.minutes, "Lincheck runs thousands of interleavings.")

  private val rounds = sys.env.get("EDDY_TEST_ROUNDS").flatMap(_.toIntOption).getOrElse(1)

  private def explored(subject: Class[?], sequential: Class[?]): Unit =
    new ModelCheckingOptions()
      .iterations(8 * rounds)
      .invocationsPerIteration(60)
      .threads(3)
      .actorsPerThread(3)
      .sequentialSpecification(sequential)
      .check(subject)

  private def stressed(subject: Class[?], sequential: Class[?]): Unit =
    assume(rounds > 1, "only in the long form: set EDDY_TEST_ROUNDS")
    new StressOptions()
      .iterations(5 * rounds)
      .invocationsPerIteration(500)
      .threads(3)
      .actorsPerThread(4)
      .sequentialSpecification(sequential)
      .check(subject)

  test("a run queue is a queue: owner and thieves, all interleavings"):
    explored(classOf[RunQueueSubject], classOf[RunQueueModel])

  test("a run queue is a queue: owner and thieves, at full speed"):
    stressed(classOf[RunQueueSubject], classOf[RunQueueModel])

  test(
    "a mailbox hands each event to its owner once and in order, and never claims twice: all interleavings"
  ):
    explored(classOf[MailboxSubject], classOf[MailboxModel])

  test("a mailbox hands each event to its owner once and in order, and never claims twice: at full speed"):
    stressed(classOf[MailboxSubject], classOf[MailboxModel])
end LinearizabilitySuite
