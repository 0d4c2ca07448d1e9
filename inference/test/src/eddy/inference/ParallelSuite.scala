package eddy.inference

import eddy.state.{HandlerFixture, LockPolicy, LockSet}

import java.util.concurrent.CountDownLatch

import subjects.Bank

/** Code without a single lock, run on four workers under what was inferred for it. */
class ParallelSuite extends eddy.testing.PatientSuite:
  private val times = 4000

  /** The totals that are not what they should be. */
  private def wrong(policy: LockPolicy)(locks: AnyRef => LockSet): List[(String, Int, Int)] =
    val bank = Bank()
    HandlerFixture(policy = policy): eddy =>
      val done = CountDownLatch(times * bank.callbacks.size)
      for i <- 0 until times; callback <- bank.callbacks do
        eddy.runner.unit().submit(callback, locks(callback)): () =>
          try callback(i)
          finally done.countDown()
      await(done)
      // without locks, collections fall apart
      if locks(bank.callbacks.head) ne LockSet.empty then assertEquals(eddy.failures, Nil)
    bank.totals(times).filter((_, expected, found) => expected != found)

  for policy <- List(LockPolicy.Park, LockPolicy.Requeue(10)) do
    test(s"no update is lost and no invariant seen broken: $policy"):
      assertEquals(wrong(policy)(Inference.lockSet(_)), Nil)

  test("the same code without locks does lose updates, so that the test above can fail"):
    // whether one run loses an update is up to the machine, hence the repetition; the first runs do
    val lost = Iterator.continually(wrong(LockPolicy.Park)(_ => LockSet.empty)).take(200).find(_.nonEmpty)
    assert(lost.isDefined)
end ParallelSuite
