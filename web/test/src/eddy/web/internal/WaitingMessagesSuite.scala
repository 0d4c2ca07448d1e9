package eddy.web.internal

import eddy.testing.PatientSuite

import java.util.concurrent.atomic.AtomicInteger
import java.util.concurrent.{CompletableFuture, CyclicBarrier}

class WaitingMessagesSuite extends PatientSuite:
  test("no more is read while there is no room, until half of it is free, in messages and in bytes"):
    val resumed = AtomicInteger()
    val waiting = WaitingMessages(4, 100, () => resumed.incrementAndGet(): Unit)
    assertEquals(Seq(10, 10, 10, 10).map(waiting.add), Seq(true, true, true, false))
    waiting.done(10)
    assertEquals(resumed.get, 0)
    waiting.done(10)
    assertEquals(resumed.get, 1)
    assertEquals(waiting.add(90), false)
    waiting.done(10)
    waiting.done(10)
    assertEquals((resumed.get, waiting.waitingBytes, waiting.isHalted), (1, 90L, true))
    waiting.done(90)
    assertEquals((resumed.get, waiting.waitingBytes, waiting.isHalted), (2, 0L, false))

  test("when handlers of two threads end together, reading resumes once"):
    val rounds = 10_000
    val pieces = 200
    val resumed = AtomicInteger()
    def fresh = Array.fill(pieces):
      val waiting = WaitingMessages(1, 1, () => resumed.incrementAndGet(): Unit)
      waiting.add(1): Unit
      waiting.add(1): Unit
      waiting
    @volatile var all = fresh
    val together = CyclicBarrier(2, () => all = fresh)
    def ends(): CompletableFuture[Void] = CompletableFuture.runAsync: () =>
      for _ <- 1 to rounds do
        together.await(): Unit
        all.foreach(_.done(1))
    val threads = Seq(ends(), ends())
    threads.foreach(await(_))
    assertEquals(resumed.get, rounds * pieces)
end WaitingMessagesSuite
