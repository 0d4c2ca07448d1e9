package eddy.push.internal

import eddy.push.Delivery
import eddy.push.internal.Pace.Next

class PaceSuite extends eddy.testing.PatientSuite:
  private def pace(delivery: Delivery) = new Pace(delivery, most = 1000, batch = 100)

  test("push continues whatever the credit is"):
    val push = pace(Delivery.Push)
    assertEquals(push.begin, 1000)
    assertEquals(push.taken(-5), Next.Run(1000))
    assert(!push.calm())

  test("pull requests as many as its credit, a batch at most, and waits without"):
    val pull = pace(Delivery.Pull)
    assertEquals(pull.begin, 100)
    assertEquals(pull.taken(7), Next.Run(7))
    assertEquals(pull.taken(700), Next.Run(100))
    assertEquals(pull.taken(0), Next.Wait(switched = false))
    assert(!pull.calm())

  test("adaptive pushes until the credit is used up, and again once nothing has waited for a while"):
    val adaptive = pace(Delivery.Adaptive)
    assertEquals(adaptive.begin, 1000)
    assertEquals(adaptive.taken(1), Next.Run(1000))
    assertEquals(adaptive.taken(0), Next.Wait(switched = true))
    assertEquals(adaptive.begin, 100)
    assertEquals(adaptive.taken(0), Next.Wait(switched = false))
    assertEquals(adaptive.taken(50), Next.Run(50))
    assert(adaptive.calm())
    assert(!adaptive.calm())
    assertEquals(adaptive.taken(50), Next.Run(1000))
end PaceSuite
