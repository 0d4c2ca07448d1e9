package eddy.bench

class LatencySuite extends eddy.testing.PatientSuite:
  test("the total is what the intervals held together"):
    val latency = Latency("x")
    (1 to 100).foreach(i => latency.record(i * 1_000_000L))
    assertEquals(latency.takeInterval().getTotalCount, 100L)
    latency.record(5_000_000_000L)
    assertEquals(latency.takeInterval().getTotalCount, 1L)
    assertEquals(latency.takeInterval().getTotalCount, 0L)
    assertEquals(latency.total.getTotalCount, 101L)
    assertEqualsDouble(latency.total.getValueAtPercentile(50) / 1e6, 51.0, 0.1)
    assertEqualsDouble(latency.total.getMaxValue / 1e6, 5000.0, 5.0)

  test("values beyond the range are kept as the range's end"):
    val latency = Latency("x")
    latency.record(-1)
    latency.record(Long.MaxValue)
    assertEquals(latency.takeInterval().getTotalCount, 2L)
    assertEquals(latency.total.getMinValue, 0L)
