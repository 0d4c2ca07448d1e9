package eddy.runtime.internal

import java.util.concurrent.atomic.{AtomicBoolean, AtomicIntegerArray}

class RunQueueSuite extends eddy.testing.PatientSuite:
  private final class Task(val id: Int) extends Runnable:
    def run(): Unit = ()

  test("a queue is first in, first out, and refuses what does not fit"):
    val queue = new RunQueue
    val tasks = Vector.tabulate(RunQueue.Capacity)(new Task(_))
    assert(tasks.forall(queue.offer))
    assert(!queue.offer(new Task(-1)))
    assertEquals(queue.size, RunQueue.Capacity)
    assert(tasks.forall(task => queue.poll() eq task))
    assertEquals(queue.poll(), null)

  test("a thief takes half, oldest first"):
    val victim = new RunQueue
    val thief = new RunQueue
    val tasks = Vector.tabulate(9)(new Task(_))
    tasks.foreach(task => assert(victim.offer(task)))
    assert(victim.stealHalf(thief) eq tasks(0))
    assertEquals(Vector.fill(4)(thief.poll()), tasks.slice(1, 5))
    assertEquals(Vector.fill(4)(victim.poll()), tasks.drop(5))

  test("an owner takes out the older half at once"):
    val queue = new RunQueue
    val tasks = Vector.tabulate(9)(new Task(_))
    tasks.foreach(task => assert(queue.offer(task)))
    assertEquals(queue.takeHalf().toVector, tasks.take(4))
    assertEquals(Vector.fill(5)(queue.poll()), tasks.drop(4))
    assertEquals(queue.takeHalf().length, 0)

  test("an owner and three thieves take every task exactly once"):
    val total = 2_000_000
    val taken = new AtomicIntegerArray(total)
    val owner = new RunQueue
    val ended = new AtomicBoolean()
    def note(task: Runnable | Null): Boolean = task match
      case t: Task =>
        val _ = taken.incrementAndGet(t.id)
        true
      case _ => false
    val thieves = Vector.fill(3)(Thread.ofPlatform.nn.unstarted: () =>
      val own = new RunQueue
      while !ended.get || !owner.isEmpty do
        if note(owner.stealHalf(own)) then while note(own.poll()) do () else Thread.onSpinWait())
    thieves.foreach(_.start())
    try
      var i = 0
      while i < total do
        if owner.offer(new Task(i)) then i += 1
        else owner.takeHalf().foreach(note(_): Unit)
        if i % 3 == 0 then note(owner.poll()): Unit
      while note(owner.poll()) do ()
    finally ended.set(true)
    thieves.foreach(_.join())
    val wrong = (0 until total).filter(taken.get(_) != 1)
    assertEquals(wrong.size, 0, s"first wrong: ${wrong.headOption.map(id => id -> taken.get(id))}")
end RunQueueSuite
