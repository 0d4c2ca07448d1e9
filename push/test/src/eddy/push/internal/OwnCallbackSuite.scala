package eddy.push.internal

import eddy.inference.Inference
import eddy.inference.report.Kind

class OwnCallbackSuite extends eddy.testing.PatientSuite:
  private var touched = 0

  test("callbacks of the channels' own hold no locks, so that no client of a mediator is followed"):
    val own = () => touched += 1
    assertEquals(Inference.summary(own).kind, Kind.Stateless)
    assertEquals(touched, 0)
end OwnCallbackSuite
