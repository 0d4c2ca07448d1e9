package eddy.runtime.internal

import eddy.runtime.spi.TimerEntry

import scala.collection.mutable

class TimerWheelSuite extends eddy.testing.PatientSuite:
  private final class Entry(tick: Long, val id: Int) extends TimerEntry(tick):
    private[eddy] def due(): Unit = ()

  test("random inserts, removals and advances fire what a sorted list would, in the same order"):
    (1 to 200).foreach: seed =>
      val random = new scala.util.Random(seed)
      val start = math.abs(random.nextLong() % (1L << 40))
      val wheel = new TimerWheel(start)
      var now = start
      var nextId = 0
      // the model: by deadline, then by insertion
      val model = mutable.TreeMap.empty[(Long, Int), Entry]
      (1 to 400).foreach: _ =>
        random.nextInt(10) match
          case 0 if model.nonEmpty =>
            val (key, entry) = model.iterator.drop(random.nextInt(model.size)).next()
            assert(wheel.remove(entry))
            assert(!wheel.remove(entry), "removed twice")
            val _ = model.remove(key)
          case 1 | 2 =>
            now += math.abs(random.nextLong()) % (1L << random.nextInt(38))
            val fired = mutable.Buffer.empty[Int]
            wheel.advance(now)(entry => fired += entry.asInstanceOf[Entry].id: Unit)
            val due = model.takeWhile((key, _) => key._1 <= now).toVector
            due.foreach((key, _) => model.remove(key): Unit)
            assertEquals(fired.toVector, due.map(_._2.id), s"seed $seed, now $now")
          case _ =>
            val deadline = now + math.abs(random.nextLong()) % (1L << random.nextInt(40)) - 2
            val entry = new Entry(deadline, nextId)
            val filed = wheel.insert(entry)
            assertEquals(filed, deadline > now)
            if filed then model((deadline, nextId)) = entry
            nextId += 1
        end match
        assertEquals(wheel.size, model.size)
        model.headOption.foreach: (key, _) =>
          assert(wheel.nextTick <= key._1, s"seed $seed: would sleep past ${key._1} until ${wheel.nextTick}")
        if model.isEmpty then assertEquals(wheel.nextTick, Long.MaxValue)

  test("a deadline beyond the wheel's span is kept and fires on time"):
    val wheel = new TimerWheel(5)
    val far = 5L + (1L << 36) * 3 + 17
    assert(wheel.insert(new Entry(far, 0)))
    var fired = 0
    wheel.advance(far - 1)(_ => fired += 1)
    assertEquals(fired, 0)
    wheel.advance(far)(_ => fired += 1)
    assertEquals(fired, 1)
end TimerWheelSuite
