package eddy.push.internal.wire

import io.micrometer.core.instrument.simple.SimpleMeterRegistry

class WireMetersSuite extends eddy.testing.PatientSuite:
  test("the counts of two add up in a registry with both, once for any number of bindings"):
    val registry = SimpleMeterRegistry()
    val (early, late) = (WireMeters(), WireMeters())
    early.bindTo(registry)
    early.turnedAway(403)
    late.turnedAway(403)
    late.bindTo(registry)
    late.bindTo(registry)
    late.opened("sse")
    early.opened("sse")
    assertEquals(registry.get("eddy.push.turned.away").tag("status", "403").functionCounter.count, 2.0)
    assertEquals(registry.get("eddy.push.clients").tag("way", "sse").gauge.value, 2.0)

  test("a registry has only the meters bound to it"):
    val (one, other) = (SimpleMeterRegistry(), SimpleMeterRegistry())
    val meters = WireMeters()
    meters.bindTo(one)
    meters.turnedAway(401)
    WireMeters().bindTo(other)
    assertEquals(one.get("eddy.push.turned.away").functionCounter.count, 1.0)
    assert(other.getMeters.isEmpty)
end WireMetersSuite
