package eddy.web.internal

import eddy.testing.PatientSuite

import java.lang.management.ManagementFactory
import java.util.concurrent.atomic.AtomicInteger

import io.micrometer.core.instrument.simple.SimpleMeterRegistry
import io.netty.channel.embedded.EmbeddedChannel

class UnsentBudgetSuite extends PatientSuite:
  test(
    "with ten thousand connections and a write beyond the bound each time, hardly any time goes into choosing"
  ):
    val resets = AtomicInteger()
    val most = 100_000_000L
    val budget = UnsentBudget(most, SimpleMeterRegistry(), _ => resets.incrementAndGet(): Unit)
    val holders = (1 to 10_000).map(_ => UnsentBytes(budget, EmbeddedChannel()))
    // nine in ten thousandths of the bound each
    holders.foreach(_.queue(9_900))
    assertEquals(resets.get, 0)
    val threads = ManagementFactory.getThreadMXBean
    val before = threads.getCurrentThreadCpuTime
    for _ <- 1 to 5; holder <- holders do if !holder.isDoomed then holder.queue(2_000)
    val millis = (threads.getCurrentThreadCpuTime - before) / 1_000_000
    assert(!budget.isExceeded || holders.exists(_.isDoomed))
    val left = holders.filter(!_.isDoomed).map(_.bytes).sum
    assert(clue(left) <= most)
    // and not many more than needed
    assert(clue(left) > most * 9 / 10)
    // sorting all of them at each write takes a minute
    assert(clue(millis) < 3000)
    assert(clue(resets.get) > 1000)

  test(
    "bytes that a connection takes, or loses, while it is being reset count neither for the others nor for ever"
  ):
    val resets = AtomicInteger()
    val budget = UnsentBudget(1000, SimpleMeterRegistry(), _ => resets.incrementAndGet(): Unit)
    val heavy = UnsentBytes(budget, EmbeddedChannel())
    val light = UnsentBytes(budget, EmbeddedChannel())
    light.queue(300)
    heavy.queue(900)
    assert(heavy.isDoomed)
    heavy.queue(500)
    assert(!light.isDoomed)
    heavy.queue(-1400)
    assert(!budget.isExceeded)
    light.queue(600)
    assert(!light.isDoomed)
    light.queue(200)
    assert(light.isDoomed)
    assertEquals(resets.get, 2)
end UnsentBudgetSuite
