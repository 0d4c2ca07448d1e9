package eddy.state.internal

import eddy.inference.Inference
import eddy.state.*
import eddy.state.{HandlerFixture, LockSet, Target}
import eddy.testing.Eventually

import java.util.concurrent.CountDownLatch

import subjects.{Holders, MapHolder, Request}

/** A handler that reaches what one before it reached has that one's lock set; one that does not has another.
  */
class ReuseSuite extends eddy.testing.PatientSuite:
  private val holders = Holders()
  private val rounds = 10_000

  private def map() = SharedMap[String, Int]()
  private def sizeOf(m: SharedMap[String, Int]): () => Unit = () => println(m.size)
  private def filling(m: SharedMap[String, Int]): () => Unit = () => m ++= Map("a" -> 1)
  private def clearingAll(l: List[SharedMap[String, Int]]): () => Unit = () => l.foreach(_.clear())
  private def clearing(holder: MapHolder): () => Unit = () => holder.map.clear()

  /** The maps of which it locks anything. */
  private def maps(set: LockSet): Set[SharedObject] = set.claims.map(_.target).collect {
    case Target.Shared(obj) => obj
    case Target.Entry(obj, _) => obj
  }.toSet

  private def keys(set: LockSet): Set[Any] =
    set.claims.map(_.target).collect { case Target.Entry(_, key) => key }.toSet

  test("handler objects that reach the same share a lock set, and one in between that does not has its own"):
    val (m, n) = (map(), map())
    val first = Inference.lockSet(filling(m))
    assert(first eq Inference.lockSet(filling(m)))
    assertEquals(maps(Inference.lockSet(filling(n))), Set[SharedObject](n))
    assertEquals(maps(Inference.lockSet(filling(m))), Set[SharedObject](m))

  test("so do those with equal keys"):
    val m = map()
    val callback = holders.plain(m)
    // another suite may have used this handler before, and what it reached is replaced after some tries only
    def set() = Inference.lockSet(callback, Request(new String("a")))
    assert(Iterator.continually(set() eq set()).take(rounds).exists(identity))
    assertEquals(keys(Inference.lockSet(callback, Request("b"))), Set[Any]("b"))
    assertEquals(keys(Inference.lockSet(callback, Request("a"))), Set[Any]("a"))

  test("so do those with one immutable list, but not with another of its length"):
    val (m, n) = (map(), map())
    val list = List(m, n)
    val first = Inference.lockSet(clearingAll(list))
    assert(first eq Inference.lockSet(clearingAll(list)))
    assertEquals(maps(first), Set[SharedObject](m, n))
    assertEquals(maps(Inference.lockSet(clearingAll(List(n, n)))), Set[SharedObject](n))
    assertEquals(maps(Inference.lockSet(clearingAll(List(m, m)))), Set[SharedObject](m))

  test(
    "a variable that changes between two runs is followed again, and asked for once more when the locks are held"
  ):
    val holder = MapHolder(map())
    val callback = clearing(holder)
    val before = Inference.lockSet(callback)
    assertEquals(maps(before), Set[SharedObject](holder.map))
    assertEquals(before.changed(), null)
    val (old, changed) = (holder.map, map())
    holder.map = changed
    assertEquals(maps(Inference.lockSet(callback)), Set[SharedObject](changed))
    before.changed() match
      case again: LockSet => assertEquals(maps(again), Set[SharedObject](changed))
      case null => fail(s"it would run under the locks of $old")
    holder.map = old
    assertEquals(before.changed(), null)

  test("a set that another handler object had before asks for the variables of its own"):
    val (m, n) = (map(), map())
    val holder = MapHolder(m)
    val _ = Inference.lockSet(clearing(MapHolder(m)))
    val set = Inference.lockSet(clearing(holder))
    holder.map = n
    set.changed() match
      case again: LockSet => assertEquals(maps(again), Set[SharedObject](n))
      case null => fail("the other one's variable was asked for")

  test("what nobody has written before is locked by those who read it, although their set is of before"):
    val m = map()
    val reader = sizeOf(m)
    def locked = Inference.lockSet(reader).fresh().locks.contains(m.lock)
    assert(!locked)
    assert(!locked)
    val _ = Inference.lockSet(filling(m))
    assert(locked)
    assert(locked)

  test("a handler that waits while a variable changes runs under the lock of what is in it then"):
    HandlerFixture(): eddy =>
      val (old, changed) = (map(), map())
      val holder = MapHolder(old)
      val callback = clearing(holder)
      val _ = Inference.lockSet(callback)
      val (held, free, done) = (CountDownLatch(1), CountDownLatch(1), CountDownLatch(1))
      eddy.run(HandlerFixture.locks(old -> AccessKind.Writes)):
        held.countDown()
        await(free)
        holder.map = changed
      await(held)
      var freeThen = List.empty[Boolean]
      eddy.runner.unit().submit("clearing", Inference.lockSet(callback)): () =>
        freeThen = List(old, changed).map(_.lock.isFree)
        done.countDown()
      Eventually.until("a handler waits for its locks")(eddy.runner.parkedCount > 0)
      free.countDown()
      await(done)
      assertEquals(freeThen, List(true, false))

  private final class Box:
    var n = 0

  /** Two counters, one of which is in a variable. */
  private final class Swapping:
    private val boxes = Vector.fill(2)(Box())
    private var current = boxes(0)

    private def count(box: Box): Unit =
      val before = box.n
      // long enough for another one to come in between, if it may
      if before % 8 == 0 then Thread.`yield`()
      box.n = before + 1

    val inVariable: () => Unit = () => count(current)
    val swap: () => Unit = () => current = if current eq boxes(0) then boxes(1) else boxes(0)
    private def directly(box: Box): () => Unit = () => count(box)
    val each: Vector[() => Unit] = boxes.map(directly)
    def total: Int = boxes.map(_.n).sum

  test("no update is lost while a variable changes all the time"):
    HandlerFixture(): eddy =>
      val counters = Swapping()
      val done = CountDownLatch(rounds)
      def run(callback: () => Unit): Unit =
        eddy.runner.unit().submit(callback, Inference.lockSet(callback)): () =>
          try callback()
          finally done.countDown()
      for i <- 1 to rounds do
        run(if i % 10 == 0 then counters.swap
        else if i % 2 == 0 then counters.inVariable else counters.each(i % 3 % 2))
      await(done)
      assertEquals(eddy.failures, Nil)
      assertEquals(counters.total, rounds - rounds / 10)
end ReuseSuite
