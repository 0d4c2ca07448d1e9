package eddy.push.internal

import eddy.inference.Inference
import eddy.inference.report.Kind

class OwnHandlerSuite extends eddy.testing.PatientSuite:
  private var touched = 0

  test("handlers of the channels' own hold no locks, so that no client of a mediator is followed"):
    val own = () => touched += 1
    assertEquals(Inference.summary(own).kind, Kind.Stateless)
    assertEquals(touched, 0)
end OwnHandlerSuite
