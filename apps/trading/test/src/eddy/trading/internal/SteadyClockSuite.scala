package eddy.trading.internal

import eddy.testing.PatientSuite

import java.time.{Instant, InstantSource}

class SteadyClockSuite extends PatientSuite:
  /** A machine whose clock can be set. */
  private final class Machine:
    var wall = 1_000_000_000L
    var nanos = 77_000_000_000L
    def passes(millis: Long): Unit =
      wall += millis
      nanos += millis * 1_000_000
    val clock: SteadyClock =
      val system: InstantSource = () => Instant.ofEpochMilli(wall)
      new SteadyClock(system, () => nanos)

  private val hour = 3_600_000L

  for by <- Seq(hour, -hour) do
    test(s"a single wrong reading has no effect, by $by ms"):
      val m = new Machine
      m.passes(1000)
      m.wall += by
      assertEquals(m.clock.millis, 1_000_001_000L)
      m.wall -= by
      m.passes(50)
      assertEquals(m.clock.millis, 1_000_001_050L)

    test(
      s"a clock that stays set is followed after five seconds, and the time advances meanwhile, by $by ms"
    ):
      val m = new Machine
      m.wall += by
      val read = Vector.fill(60):
        m.passes(100)
        m.clock.millis
      // the first reading starts the five seconds
      val (before, after) = read.splitAt(50)
      assertEquals(before, Vector.tabulate(50)(n => 1_000_000_100L + n * 100))
      assertEquals(after, Vector.tabulate(10)(n => 1_000_005_100L + n * 100 + by))

    test(
      s"a clock that is set and set back within five seconds, again and again, is never followed, by $by ms"
    ):
      val m = new Machine
      for n <- 1 to 100 do
        m.wall += by
        m.passes(1000)
        assertEquals(m.clock.millis, m.wall - by, n)
        m.passes(3000)
        m.wall -= by
        assertEquals(m.clock.millis, m.wall, n)
  end for

  test("a clock that drifts is followed at once, however far it drifts"):
    val m = new Machine
    for n <- 1 to 10_000 do
      m.passes(1000)
      // five times what a quartz is off
      m.wall += 1
      assertEquals(m.clock.millis, m.wall, n)

  test("a machine that was suspended is followed"):
    val m = new Machine
    m.wall += 8 * hour
    m.clock.millis: Unit
    m.passes(5000)
    assertEquals(m.clock.millis, m.wall)
end SteadyClockSuite
