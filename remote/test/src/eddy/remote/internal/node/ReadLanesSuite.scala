package eddy.remote.internal.node

import eddy.remote.Seeds
import eddy.testing.{Eventually, PatientSuite}

import java.util.concurrent.CountDownLatch
import scala.collection.mutable

class ReadLanesSuite extends PatientSuite:
  /** Lanes whose other threads, and whose turns of this one, come when the test says so. */
  private final class Fixture(maxBytes: Long = 1 << 30):
    val others, turns = mutable.ArrayBuffer.empty[Runnable]
    val done = mutable.ArrayBuffer.empty[String]
    val lanes: ReadLanes = ReadLanes(maxBytes, others += _, turns += _, end => await(end))

    def read(receiver: Long, what: String, length: Int = 100_000): Unit =
      lanes.read(receiver, length)(() => done += what)
    def follow(receiver: Long, what: String): Unit = lanes.follow(receiver, 10)(() => done += what)
    def runOther(i: Int = 0): Unit = others.remove(i).run()
    def runTurn(i: Int = 0): Unit = turns.remove(i).run()
    def check(expected: String*)(using munit.Location): Unit =
      assertEquals(done.toSeq, expected)
      done.clear()
  end Fixture

  test("what follows a large message to the same receiver waits for it, and what goes to others does not"):
    val f = Fixture()
    f.follow(1, "before")
    f.read(1, "large")
    f.follow(1, "after")
    f.follow(2, "other")
    f.check("before", "other")
    f.runOther()
    f.check("large")
    f.follow(1, "later")
    f.check()
    f.runTurn()
    f.check("after", "later")
    assert(f.lanes.isEmpty)
    f.follow(1, "at once")
    f.check("at once")

  test("large messages to one receiver are read one after the other, and those to several side by side"):
    val f = Fixture()
    f.read(1, "first")
    f.read(1, "second")
    f.read(2, "other")
    assertEquals(f.others.size, 2)
    f.runOther(1)
    f.runOther()
    f.check("other", "first")
    f.runTurn(1)
    f.runOther()
    f.check("second")

  test("at the end all that waits runs, in order, also a message that nobody reads"):
    val f = Fixture()
    f.read(1, "a")
    f.follow(1, "b")
    f.read(1, "c")
    f.follow(1, "d")
    f.read(2, "e")
    f.lanes.finish()
    f.check("a", "b", "c", "d", "e")
    assertEquals(f.lanes.heldBytes, 0L)
    // the other threads come too late
    f.others.foreach(_.run())
    assert(f.turns.isEmpty)
    f.check()

  test("at the end a message that was read, and one that is being read, count as read"):
    val f = Fixture()
    f.read(1, "a")
    f.follow(1, "b")
    f.runOther()
    val (begun, go) = (CountDownLatch(1), CountDownLatch(1))
    f.lanes.read(2, 100_000): () =>
      begun.countDown()
      await(go)
    f.follow(2, "c")
    val read = f.others.remove(0)
    val reader = Thread.ofPlatform.start(read)
    await(begun)
    // the end waits for it
    val end = Thread.ofPlatform.start(() => f.lanes.finish())
    Eventually.until("the end waits")(
      Set(Thread.State.WAITING, Thread.State.TIMED_WAITING)(end.getState)
    )
    go.countDown()
    end.join()
    reader.join()
    f.check("a", "b", "c")
    f.turns.foreach(_.run())
    f.check()

  test("beyond the bound it reads at once"):
    val f = Fixture(maxBytes = 250_000)
    f.read(1, "a")
    f.follow(1, "b")
    f.read(2, "c")
    f.read(3, "d")
    f.check("a", "b", "c")
    // small records count with the objects that hold them
    for i <- 1 to 20_000 do
      f.follow(3, s"$i")
      assert(clue(f.lanes.heldBytes) <= 250_000)
    assertEquals(f.done.toSeq, "d" +: (1 to 20_000).map(i => s"$i"))

  test("a step that fails ends neither its lane nor the others"):
    val f = Fixture()
    f.lanes.read(1, 100_000)(() => throw IllegalStateException("first"))
    f.follow(1, "after")
    val _ = intercept[IllegalStateException](f.runOther())
    f.runTurn()
    f.check("after")
    f.lanes.read(1, 100_000)(() => throw IllegalStateException("first"))
    f.follow(1, "b")
    f.lanes.follow(1, 10)(() => throw IllegalStateException("second"))
    f.read(2, "c")
    assertEquals(intercept[IllegalStateException](f.lanes.finish()).getMessage, "first")
    f.check("b", "c")
    assert(f.lanes.isEmpty)

  test("each receiver gets its records in order, whichever thread comes first"):
    Seeds.each(300): random =>
      val f = Fixture(maxBytes = 1_000_000)
      val sent = mutable.ArrayBuffer.empty[String]
      for i <- 1 to 200 do
        val receiver = random.nextInt(3)
        val what = s"$receiver:$i"
        sent += what
        if random.nextInt(5) == 0 then f.read(receiver, what) else f.follow(receiver, what)
        if f.others.nonEmpty && random.nextBoolean() then f.runOther(random.nextInt(f.others.size))
        if f.turns.nonEmpty && random.nextBoolean() then f.runTurn(random.nextInt(f.turns.size))
      if random.nextBoolean() then f.lanes.finish()
      while f.others.nonEmpty || f.turns.nonEmpty do
        if f.others.nonEmpty then f.runOther()
        if f.turns.nonEmpty then f.runTurn()
      for receiver <- 0 until 3 do
        val mine = s"$receiver:"
        assertEquals(f.done.filter(_.startsWith(mine)).toSeq, sent.filter(_.startsWith(mine)).toSeq)
      assert(f.lanes.isEmpty)
      assertEquals(f.lanes.heldBytes, 0L)
end ReadLanesSuite
