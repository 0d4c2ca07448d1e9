package eddy.bench.peers.work.scimark

class CircleSuite extends eddy.testing.PatientSuite:
  test("many points give pi"):
    assertEqualsDouble(Circle.kernel(1_000_000), math.Pi, 0.005)
