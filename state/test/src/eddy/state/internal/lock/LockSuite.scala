package eddy.state.internal.lock

import eddy.state.LockStats

import scala.collection.mutable

import org.scalacheck.{Gen, Prop}

class LockSuite extends munit.ScalaCheckSuite, eddy.testing.PatientSuite:
  private val thread = HandlerThread.current
  private val modes = LockMode.values.toList

  /** Notes when it has the lock. */
  private final class Note(val name: String, log: mutable.Buffer[String]) extends Waiter:
    private[state] def granted(thread: HandlerThread): Unit = log += name

  private def queues(lock: Lock, mode: LockMode, waiter: Waiter): Unit =
    assertEquals(lock.acquireOrWait(mode, waiter), LockResult.Queued)

  private def fresh() = Lock.make("lock", several = true)

  test("who may hold a lock beside whom is the same from both sides"):
    for a <- modes; b <- modes do
      assertEquals((a.conflicts & b.bit) != 0, (b.conflicts & a.bit) != 0, s"$a and $b")

  test("a lock is given beside a holder exactly if the two go together"):
    for a <- modes; b <- modes do
      val lock = fresh()
      assert(lock.tryAcquire(a))
      assertEquals(lock.tryAcquire(b), (a.conflicts & b.bit) == 0, s"$b beside $a")

  test("two modes joined exclude what one of them excludes"):
    for a <- modes; b <- modes do
      assertEquals(a.join(b).conflicts | a.conflicts | b.conflicts, a.join(b).conflicts, s"$a, $b")

  property(
    "whatever is taken and released, those who hold a lock go together, and all released leave it free"
  ):
    Prop.forAll(Gen.listOf(Gen.zip(Gen.oneOf(modes), Gen.prob(0.6)))): steps =>
      val lock = fresh()
      val held = mutable.Buffer.empty[LockMode]
      for (mode, take) <- steps do
        if take then
          val fits = held.forall(h => (h.conflicts & mode.bit) == 0)
          assertEquals(lock.tryAcquire(mode), fits)
          if fits then held += mode
        else if held.nonEmpty then lock.release(held.remove(0), thread)
      held.foreach(lock.release(_, thread))
      lock.isFree

  property("whatever waits gets the lock, never beside whom it may not be, and none is forgotten"):
    Prop.forAll(Gen.nonEmptyListOf(Gen.oneOf(modes))): wanted =>
      val lock = fresh()
      val holding = mutable.Buffer.empty[LockMode]
      final class Taker(mine: LockMode) extends Waiter:
        private[state] def granted(thread: HandlerThread): Unit = holding += mine
      assert(lock.tryAcquire(LockMode.Writes))
      wanted.foreach(mode => queues(lock, mode, new Taker(mode)))
      lock.release(LockMode.Writes, thread)
      var served = 0
      while holding.nonEmpty do
        for a <- holding.indices; b <- holding.indices if a < b do
          assert((holding(a).conflicts & holding(b).bit) == 0, s"${holding(a)} beside ${holding(b)}")
        served += 1
        lock.release(holding.remove(0), thread)
      assertEquals(served, wanted.size)
      lock.isFree

  test("when the last reader leaves, the writers that wait go one by one, then all readers at once"):
    val lock = fresh()
    val log = mutable.Buffer.empty[String]
    assert(lock.tryAcquire(LockMode.Reads))
    val wanted =
      List("w1" -> LockMode.Writes, "r1" -> LockMode.Reads, "w2" -> LockMode.Writes, "r2" -> LockMode.Reads)
    for (name, mode) <- wanted do queues(lock, mode, new Note(name, log))
    lock.release(LockMode.Reads, thread)
    assertEquals(log.toList, List("w1"))
    // comes when the phase has begun: is for the next one
    queues(lock, LockMode.Writes, new Note("w3", log))
    lock.release(LockMode.Writes, thread)
    assertEquals(log.toList, List("w1", "w2"))
    lock.release(LockMode.Writes, thread)
    assertEquals(log.toList, List("w1", "w2", "r1", "r2"))
    lock.release(LockMode.Reads, thread)
    lock.release(LockMode.Reads, thread)
    assertEquals(log.toList, List("w1", "w2", "r1", "r2", "w3"))

  test("nobody comes past those who wait"):
    val lock = fresh()
    assert(lock.tryAcquire(LockMode.Reads))
    queues(lock, LockMode.Writes, new Note("w", mutable.Buffer.empty))
    assert(!lock.tryAcquire(LockMode.Reads))

  test("a reader of a part gets the lock when the commuter has left for which the first reader had waited"):
    val lock = fresh()
    val log = mutable.Buffer.empty[String]
    assert(lock.tryAcquire(LockMode.ReadsPart))
    assert(lock.tryAcquire(LockMode.Commutes))
    queues(lock, LockMode.Reads, new Note("r", log))
    queues(lock, LockMode.ReadsPart, new Note("p", log))
    lock.release(LockMode.Commutes, thread)
    assertEquals(log.toList, List("r", "p"))

  test("a lock that was waited for says how often and how long; another costs nothing"):
    val lock = fresh()
    assert(lock.tryAcquire(LockMode.Writes))
    lock.release(LockMode.Writes, thread)
    assert(!Contention.all.exists(_ eq lock))
    assert(lock.tryAcquire(LockMode.Writes))
    queues(lock, LockMode.Writes, new Note("w", mutable.Buffer.empty))
    assertEquals(lock.waiting, 1)
    lock.release(LockMode.Writes, thread)
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
      private[state] def granted(thread: HandlerThread): Unit = lock.release(LockMode.Writes, thread)
    lazy val lock = fresh()
    assert(lock.tryAcquire(LockMode.Writes))
    for n <- 1 to 70 do queues(lock, LockMode.Writes, new Party(n))
    lock.release(LockMode.Writes, thread)
    val stats = LockStats.all.find(_.lock == lock.toString).get
    assertEquals((stats.waits, stats.handlers.size), (70L, 64))
    assert(stats.handlers.forall(_.waits == 1))
    val sorted = stats.handlers.map(_.waited)
    assertEquals(sorted, sorted.sorted.reverse)
    assert(stats.handlers.map(_.handler).contains("handler 1"))
end LockSuite
