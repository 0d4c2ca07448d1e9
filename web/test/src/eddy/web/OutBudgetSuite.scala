package eddy.web

import eddy.web.internal.OutBudget

class OutBudgetSuite extends eddy.testing.PatientSuite:
  test("empty pieces fill the budget too, so that they cannot pile up without bound"):
    val budget = OutBudget(64 * 1024, () => ())
    val sent = Iterator.continually(budget.reserve(0)).takeWhile(_ == SendResult.Sent).size
    assertEquals(sent, 1024)
    assertEquals(budget.reserve(0), SendResult.Full)

  test("released room can be taken again, and onDrain runs once"):
    var drained = 0
    val budget = OutBudget(1000, () => drained += 1)
    assertEquals(
      List(budget.reserve(400), budget.reserve(400), budget.reserve(400)),
      List(SendResult.Sent, SendResult.Sent, SendResult.Full)
    )
    budget.release(400)
    assertEquals(drained, 1)
    budget.release(400)
    assertEquals((drained, budget.bufferedBytes), (1, 0L))
    assertEquals(budget.reserve(400), SendResult.Sent)

  test("one piece larger than the limit is let through when nothing waits"):
    val budget = OutBudget(1000, () => ())
    assertEquals(budget.reserve(5000), SendResult.Sent)
    assertEquals(budget.reserve(1), SendResult.Full)
end OutBudgetSuite
