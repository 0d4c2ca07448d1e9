package eddy.state.internal

import eddy.state.*
import eddy.state.{Checked, HandlerFixture, LockSet, Target}

import java.util.concurrent.CountDownLatch

import HandlerFixture.locks

/** Changes a switch of the whole process, so it waits for nobody and nobody for it: suites run one after
  * another.
  */
class CheckedSuite extends eddy.testing.PatientSuite:
  override def beforeAll(): Unit = Checked.on = true
  override def afterAll(): Unit = Checked.on = false

  /** The failure of a handler that runs with these locks. */
  private def failure(set: LockSet)(body: => Unit): Option[Throwable] =
    HandlerFixture(workers = 1): eddy =>
      val done = CountDownLatch(1)
      val unit = eddy.runner.unit()
      unit.submit("Chat.join", set)(() => body)
      unit.submit(() => done.countDown())
      await(done)
      eddy.failures.headOption

  test(
    "a handler that uses an object without its lock is stopped, with object, place, handler and what it holds"
  ):
    val rooms = SharedMap[String, Int]().named("rooms")
    val ref = SharedRef(0).named("title")
    val failed = failure(locks(ref -> AccessKind.Reads))(rooms.put("a", 1): Unit)
    val message = failed.get.getMessage.nn
    assert(failed.get.isInstanceOf[StateViolationException])
    assert(message.contains("writing SharedMap \"rooms\" at "), message)
    assert(message.contains("CheckedSuite.scala:"), message)
    assert(message.contains("handler Chat.join holds only [Reads SharedRef \"title\"]"), message)
    assertEquals(rooms.snapshot, Map.empty[String, Int])

  test("reading what is held for reading is right, writing it is not"):
    val ref = SharedRef(0)
    assertEquals(failure(locks(ref -> AccessKind.Reads))(ref.get: Unit), None)
    assert(failure(locks(ref -> AccessKind.Reads))(ref.set(1)).nonEmpty)

  test("a handler that was found to use nothing shared is checked too"):
    val ref = SharedRef(0)
    assert(failure(LockSet.empty)(ref.get: Unit).nonEmpty)

  test("a handler that holds a type, or everything, may use any such object"):
    val ref = SharedRef(0)
    def holding(target: Target) = LockSet.of(List(LockSet.Claim(target, AccessKind.Writes)))
    assertEquals(failure(holding(Target.OfType(classOf[SharedRef[?]])))(ref.set(1)), None)
    assertEquals(failure(holding(Target.Everything))(ref.set(1)), None)
    assert(failure(holding(Target.OfType(classOf[SharedSet[?]])))(ref.set(1)).nonEmpty)

  test("a handler may use what it has made itself"):
    assertEquals(failure(LockSet.empty)(SharedRef(0).set(1)), None)

  test("a handler that holds one entry of a map may not use another, nor the whole map"):
    val map = SharedMap("a" -> 1)
    def entry = LockSet.of(List(LockSet.Claim(Target.Entry(map, "a"), AccessKind.Writes)))
    assertEquals(failure(entry)(map.update("a", 2)), None)
    assert(failure(entry)(map.update("b", 2)).nonEmpty)
    assert(failure(entry)(map.size: Unit).nonEmpty)

  test("so is a handler whose key was found beforehand"):
    val map = SharedMap("a" -> 1)
    val callback: String => Unit = key => map.update(key, 2)
    val held = eddy.inference.Inference.lockSet(callback, "a")
    assertEquals(failure(held)(callback("a")), None)
    assert(failure(held)(callback("b")).nonEmpty)

  test("counting needs no more than commuting, and the total more"):
    val counter = SharedCounter()
    assertEquals(failure(locks(counter -> AccessKind.Commutes))(counter += 1), None)
    assert(failure(locks(counter -> AccessKind.Commutes))(counter.value: Unit).nonEmpty)

  test("threads outside of handlers are not checked"):
    SharedRef(0).set(1)
end CheckedSuite
