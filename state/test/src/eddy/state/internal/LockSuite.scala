package eddy.state.internal

import eddy.state.LockStats

import scala.collection.mutable

import org.scalacheck.{Gen, Prop}

class LockSuite extends munit.ScalaCheckSuite, eddy.testing.PatientSuite:
  private val seat = Seat.current
  private val grips = Grip.values.toList

  /** Notes when it has the lock. */
  private final class Note(val name: String, log: mutable.Buffer[String]) extends Waiter:
    private[internal] def granted(seat: Seat): Unit = log += name

  private def fresh() = Lock.make("lock", several = true)

  test("who may hold a lock beside whom is the same from both sides"):
    for a <- grips; b <- grips do
      assertEquals((a.conflicts & b.bit) != 0, (b.conflicts & a.bit) != 0, s"$a and $b")

  test("a lock is given beside a holder exactly if the two go together"):
    for a <- grips; b <- grips do
      val lock = fresh()
      assert(lock.tryAcquire(a))
      assertEquals(lock.tryAcquire(b), (a.conflicts & b.bit) == 0, s"$b beside $a")

  test("two grips joined exclude whoever one of them excludes"):
    for a <- grips; b <- grips do
      assertEquals(a.join(b).conflicts | a.conflicts | b.conflicts, a.join(b).conflicts, s"$a, $b")

  property(
    "whatever is taken and released, those who hold a lock go together, and all released leave it free"
  ):
    Prop.forAll(Gen.listOf(Gen.zip(Gen.oneOf(grips), Gen.prob(0.6)))): steps =>
      val lock = fresh()
      val held = mutable.Buffer.empty[Grip]
      for (grip, take) <- steps do
        if take then
          val fits = held.forall(h => (h.conflicts & grip.bit) == 0)
          assertEquals(lock.tryAcquire(grip), fits)
          if fits then held += grip
        else if held.nonEmpty then lock.release(held.remove(0), seat)
      held.foreach(lock.release(_, seat))
      lock.isFree

  property("whatever waits gets the lock, never beside whom it may not be, and none is forgotten"):
    Prop.forAll(Gen.nonEmptyListOf(Gen.oneOf(grips))): wanted =>
      val lock = fresh()
      val holding = mutable.Buffer.empty[Grip]
      final class Taker(mine: Grip) extends Waiter:
        private[internal] def granted(seat: Seat): Unit = holding += mine
      assert(lock.tryAcquire(Grip.Writes))
      wanted.foreach(grip => assert(!lock.acquireOrWait(grip, new Taker(grip))))
      lock.release(Grip.Writes, seat)
      var served = 0
      while holding.nonEmpty do
        for a <- holding.indices; b <- holding.indices if a < b do
          assert((holding(a).conflicts & holding(b).bit) == 0, s"${holding(a)} beside ${holding(b)}")
        served += 1
        lock.release(holding.remove(0), seat)
      assertEquals(served, wanted.size)
      lock.isFree

  test("when the last reader leaves, the writers that wait go one by one, then all readers at once"):
    val lock = fresh()
    val log = mutable.Buffer.empty[String]
    assert(lock.tryAcquire(Grip.Reads))
    val wanted = List("w1" -> Grip.Writes, "r1" -> Grip.Reads, "w2" -> Grip.Writes, "r2" -> Grip.Reads)
    for (name, grip) <- wanted do assert(!lock.acquireOrWait(grip, new Note(name, log)))
    lock.release(Grip.Reads, seat)
    assertEquals(log.toList, List("w1"))
    // comes when the phase has begun: is for the next one
    assert(!lock.acquireOrWait(Grip.Writes, new Note("w3", log)))
    lock.release(Grip.Writes, seat)
    assertEquals(log.toList, List("w1", "w2"))
    lock.release(Grip.Writes, seat)
    assertEquals(log.toList, List("w1", "w2", "r1", "r2"))
    lock.release(Grip.Reads, seat)
    lock.release(Grip.Reads, seat)
    assertEquals(log.toList, List("w1", "w2", "r1", "r2", "w3"))

  test("nobody comes past those who wait"):
    val lock = fresh()
    assert(lock.tryAcquire(Grip.Reads))
    assert(!lock.acquireOrWait(Grip.Writes, new Note("w", mutable.Buffer.empty)))
    assert(!lock.tryAcquire(Grip.Reads))

  test("who reads a part goes on when the commuter has left whom the reader in front had waited for"):
    val lock = fresh()
    val log = mutable.Buffer.empty[String]
    assert(lock.tryAcquire(Grip.ReadsPart))
    assert(lock.tryAcquire(Grip.Commutes))
    assert(!lock.acquireOrWait(Grip.Reads, new Note("r", log)))
    assert(!lock.acquireOrWait(Grip.ReadsPart, new Note("p", log)))
    lock.release(Grip.Commutes, seat)
    assertEquals(log.toList, List("r", "p"))

  test("a lock that was waited for says how often and how long; another costs nothing"):
    val lock = fresh()
    assert(lock.tryAcquire(Grip.Writes))
    lock.release(Grip.Writes, seat)
    assert(!Contention.all.exists(_ eq lock))
    assert(lock.tryAcquire(Grip.Writes))
    assert(!lock.acquireOrWait(Grip.Writes, new Note("w", mutable.Buffer.empty)))
    assertEquals(lock.waiting, 1)
    lock.release(Grip.Writes, seat)
    assertEquals(lock.figures.waits, 1L)
    assert(lock.figures.waitedNanos > 0)
    assert(Contention.all.exists(_ eq lock))
    val stats = LockStats.all.find(_.lock == lock.toString).get
    assertEquals((stats.waits, stats.waitingNow), (1L, 0))
    assertEquals(stats.longest, stats.waited)
    assert(LockStats.text(Int.MaxValue).contains(lock.toString))

  test("a lock tells apart who waited, up to 64 of them; all waits count"):
    final class Party(n: Int) extends Waiter:
      override val party: AnyRef = s"handler $n"
      private[internal] def granted(seat: Seat): Unit = lock.release(Grip.Writes, seat)
    lazy val lock = fresh()
    assert(lock.tryAcquire(Grip.Writes))
    for n <- 1 to 70 do assert(!lock.acquireOrWait(Grip.Writes, new Party(n)))
    lock.release(Grip.Writes, seat)
    val stats = LockStats.all.find(_.lock == lock.toString).get
    assertEquals((stats.waits, stats.handlers.size), (70L, 64))
    assert(stats.handlers.forall(_.waits == 1))
    val sorted = stats.handlers.map(_.waited)
    assertEquals(sorted, sorted.sorted.reverse)
    assert(stats.handlers.map(_.handler).contains("handler 1"))
end LockSuite
