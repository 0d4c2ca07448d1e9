package eddy.push.internal.wire

import eddy.push.{PushLimits, Rate}

import scala.concurrent.duration.DurationInt

class RatesSuite extends eddy.testing.PatientSuite:
  import Rates.Kind
  private val second = 1_000_000_000L

  test("as many as there may be at once, and then one for each part of the time"):
    // wherever the clock's zero is
    for start <- Seq(0L, 5 * second, -second / 3, Long.MaxValue - second) do
      val rates = Rates(Rates.Plan(PushLimits(publishes = Some(Rate(4, 1.second)))))
      def allowed(after: Long) = rates.allows(Kind.Publish, start + after)
      assertEquals(Seq.fill(6)(allowed(0)), Seq(true, true, true, true, false, false))
      assert(!allowed(second / 4 - 1))
      assert(allowed(second / 4))
      assert(!allowed(second / 4))
      // a long silence earns no more than one burst
      assertEquals(Seq.fill(5)(allowed(100 * second)), Seq(true, true, true, true, false))

  test("each kind has its own, and without a rate everything may be done"):
    val rates = Rates(Rates.Plan(PushLimits(publishes = Some(Rate(1, 1.second)), reads = None)))
    assert(rates.allows(Kind.Publish, 1) && !rates.allows(Kind.Publish, 1))
    assert(rates.allows(Kind.Subscribe, 1))
    assert((1 to 10_000).forall(_ => rates.allows(Kind.Read, 1)))
end RatesSuite
