package eddy.runtime.internal

import eddy.testing.{TestLength, TimeLimit}

import scala.concurrent.duration.DurationInt

import org.jetbrains.lincheck.datastructures.{ModelCheckingOptions, StressOptions}

/** The lock-free parts, checked by Lincheck: random programs of two or three threads, under every
  * interleaving it comes to, give only results that some order of the same calls one after another could have
  * given.
  */
class LinearizabilitySuite extends eddy.testing.PatientSuite:
  override protected def timeLimit: TimeLimit =
    TimeLimit(10.minutes, "Lincheck runs thousands of interleavings.")

  private def explored(subject: Class[?], sequential: Class[?]): Unit =
    new ModelCheckingOptions()
      .iterations(TestLength.rounds(short = 8, full = 16))
      .invocationsPerIteration(60)
      .threads(3)
      .actorsPerThread(3)
      .sequentialSpecification(sequential)
      .check(subject)

  private def stressed(subject: Class[?], sequential: Class[?]): Unit =
    new StressOptions()
      .iterations(TestLength.rounds(short = 5, full = 5))
      .invocationsPerIteration(500)
      .threads(3)
      .actorsPerThread(4)
      .sequentialSpecification(sequential)
      .check(subject)

  test("a run queue is a queue: owner and thieves, all interleavings"):
    explored(classOf[RunQueueSubject], classOf[RunQueueModel])

  test("a run queue is a queue: owner and thieves, at full speed".tag(LongTest)):
    stressed(classOf[RunQueueSubject], classOf[RunQueueModel])

  test(
    "a mailbox hands each event to its owner once and in order, and never claims twice: all interleavings"
  ):
    explored(classOf[MailboxSubject], classOf[MailboxModel])

  test("a mailbox hands each event to its owner once and in order, and never claims twice: at full speed".tag(
    LongTest
  )):
    stressed(classOf[MailboxSubject], classOf[MailboxModel])

  test(
    "a deadline buffer is a bounded queue, and each limit is either moved or cancelled: all interleavings"
  ):
    explored(classOf[DeadlineBufferSubject], classOf[DeadlineBufferModel])

  test("a deadline buffer is a bounded queue, and each limit is either moved or cancelled: at full speed".tag(
    LongTest
  )):
    stressed(classOf[DeadlineBufferSubject], classOf[DeadlineBufferModel])

  test("no wake-up is lost between threads that submit and workers that fall asleep"):
    val options = new ModelCheckingOptions()
      .iterations(0)
      .invocationsPerIteration(TestLength.rounds(short = 2_000, full = 20_000))
      .sequentialSpecification(classOf[SleepModel])
    SleepSubject.scenarios.foreach(options.addCustomScenario(_): Unit)
    options.check(classOf[SleepSubject])
end LinearizabilitySuite
