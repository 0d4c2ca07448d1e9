package eddy.state.internal

import eddy.state.*
import eddy.state.spi.HandlerUnit
import eddy.state.{HandlerFixture, LockSet, Target}

import java.util.concurrent.CountDownLatch
import java.util.concurrent.atomic.{AtomicInteger, LongAdder}
import scala.util.Random

import HandlerFixture.locks

/** Handlers on several workers, compared with what they would do one after another. */
class StressSuite extends eddy.testing.PatientSuite:
  private val policies = List(LockPolicy.Park, LockPolicy.Requeue(10))

  /** Transfers between accounts, and looks at the whole state; how many looks saw a wrong total, and the
    * total at the end.
    */
  private def transfers(eddy: HandlerFixture, count: Int, locked: Boolean): (Int, Int) =
    val accounts = Vector.fill(8)(SharedRef(100))
    val wrong = AtomicInteger()
    val done = CountDownLatch(count)
    val all = locks(accounts.map(_ -> AccessKind.Reads)*)
    val none = LockSet.of(Nil)
    // a claim to something else keeps it a handler with locks, but none that helps
    def under(set: LockSet) = if locked then set else none
    for i <- 1 to count do
      val random = Random(i)
      val (from, to) = (random.nextInt(8), random.nextInt(8))
      if i % 10 == 0 then
        eddy.run(under(all)):
          if accounts.map(_.get).sum != 800 then wrong.incrementAndGet(): Unit
          done.countDown()
      else
        eddy.run(under(locks(accounts(from) -> AccessKind.Writes, accounts(to) -> AccessKind.Writes))):
          val amount = 1 + from
          val before = accounts(from).get
          accounts(from).set(before - amount)
          // makes it likely that another one comes between
          if i % 16 == 0 then Thread.`yield`()
          accounts(to).set(accounts(to).get + amount)
          done.countDown()
    await(done)
    (wrong.get, accounts.map(_.get).sum)
  end transfers

  for policy <- policies do
    test(s"transfers lose nothing and nobody sees half of one: $policy"):
      HandlerFixture(policy = policy): eddy =>
        assertEquals(transfers(eddy, 40_000, locked = true), (0, 800))
        assertEquals(eddy.failures, Nil)

  test("the same transfers without locks do lose money, so that the test above can fail"):
    HandlerFixture(): eddy =>
      var lost = false
      var round = 0
      while !lost && round < 20 do
        lost = transfers(eddy, 40_000, locked = false) != (0, 800)
        round += 1
      assert(lost)

  for policy <- policies do
    test(
      s"random lock sets in all modes never end in a deadlock and never admit who may not be beside: $policy"
    ):
      HandlerFixture(policy = policy): eddy =>
        val objects = Vector.fill(6)(SharedRef(0))
        // counts of those inside: readers, commuters, writers
        val inside = objects.map(_ => Vector.fill(3)(AtomicInteger()))
        val broken = LongAdder()
        val count = 30_000
        val done = CountDownLatch(count)
        for i <- 1 to count do
          val random = Random(i)
          val chosen = random.shuffle(objects.indices.toList).take(1 + random.nextInt(5))
            .map(o => o -> AccessKind.values(random.nextInt(3)))
          eddy.run(locks(chosen.map((o, mode) => objects(o) -> mode)*)):
            for (o, mode) <- chosen do inside(o)(mode.ordinal).incrementAndGet(): Unit
            for (o, mode) <- chosen do
              val seen = inside(o).map(_.get)
              val alone = mode != AccessKind.Writes || seen(2) == 1
              val others = AccessKind.values.filter(_ != mode).map(m => seen(m.ordinal)).sum
              if !alone || others > 0 then broken.increment()
            for (o, mode) <- chosen do inside(o)(mode.ordinal).decrementAndGet(): Unit
            done.countDown()
        await(done)
        assertEquals(broken.sum, 0L)
        assertEquals(eddy.failures, Nil)
  end for

  test("a lock unelided while handlers run loses no update: it waits for those without it"):
    HandlerFixture(): eddy =>
      val wrong = LongAdder()
      val rounds = 300
      val done = CountDownLatch(rounds * 12)
      for _ <- 1 to rounds do
        val ref = SharedRef(0)
        // the first readers are planned without a lock, then a writer comes
        for i <- 1 to 12 do
          if i % 4 != 0 then
            eddy.run(locks(ref -> AccessKind.Reads)):
              val before = ref.get
              if i % 3 == 0 then Thread.`yield`()
              if ref.get != before then wrong.increment()
              done.countDown()
          else
            eddy.run(locks(ref -> AccessKind.Writes)):
              ref.set(ref.get + 1)
              done.countDown()
      await(done)
      assertEquals(wrong.sum, 0L)

  test("a writer among ever new readers is served, and a reader among ever new writers"):
    for (crowd, single) <- List(AccessKind.Reads -> AccessKind.Writes, AccessKind.Writes -> AccessKind.Reads)
    do
      HandlerFixture(): eddy =>
        val ref = SharedRef(0)
        val crowdLocks = locks(ref -> crowd)
        val served = CountDownLatch(1)
        // each of them is followed by another, until the single one has had its turn
        def next(unit: HandlerUnit): Unit =
          if served.getCount > 0 then unit.submit("crowd", crowdLocks)(() => next(unit))
        eddy.run(locks(ref -> AccessKind.Writes))(())
        for _ <- 1 to 16 do next(eddy.runner.unit())
        eddy.run(locks(ref -> single))(served.countDown())
        await(served)

  test("entries with different keys are written at the same time, and none is lost"):
    HandlerFixture(): eddy =>
      val map = SharedMap[Int, Int]()
      val count = 20_000
      val done = CountDownLatch(count)
      val sets =
        Vector.tabulate(10)(key => LockSet.of(List(LockSet.Claim(Target.Entry(map, key), AccessKind.Writes))))
      for i <- 1 to count do
        eddy.run(sets(i % 10)):
          map.update(i % 10, map.getOrElse(i % 10, 0) + 1)
          done.countDown()
      await(done)
      assertEquals(map.snapshot, (0 until 10).map(_ -> count / 10).toMap)
end StressSuite
