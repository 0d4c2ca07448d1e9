package eddy.testing

import scala.concurrent.duration.DurationInt

class EventuallySuite extends PatientSuite:
  test("what held for a moment is enough: it is not asked again"):
    val answers = Iterator(false, false, true)
    Eventually.until("it holds")(answers.next())
    assert(answers.isEmpty)

  test("what never holds fails with what was waited for, and with how it is then"):
    val failure = intercept[AssertionError](Eventually.until("pigs fly", "they walk", 1.milli)(false))
    assertEquals(failure.getMessage, "not within 1 millisecond: pigs fly. they walk")
end EventuallySuite
