package eddy.runtime.internal

import eddy.runtime.spi.TimerEntry

class DeadlineBufferSuite extends eddy.testing.PatientSuite:
  private final class Limit(val id: Int) extends TimerEntry(0):
    private[eddy] def due(): Unit = ()

  private def taken(buffer: DeadlineBuffer): Option[Int] =
    Option(buffer.poll()).map(_.asInstanceOf[Limit].id)

  test("limits come out in the order in which they were added, over many rounds of the ring"):
    val buffer = new DeadlineBuffer
    for round <- 1 to 10; id <- 1 to 100 do
      assert(buffer.offer(new Limit(round * 100 + id)))
      assertEquals(taken(buffer), Some(round * 100 + id))
    assertEquals(taken(buffer), None)

  test("a full buffer refuses a limit, until one is taken out"):
    val buffer = new DeadlineBuffer
    for id <- 1 to DeadlineBuffer.Capacity do assert(buffer.offer(new Limit(id)))
    assert(!buffer.offer(new Limit(0)))
    assertEquals(taken(buffer), Some(1))
    assert(buffer.offer(new Limit(0)))
    assert(!buffer.offer(new Limit(-1)))
    assertEquals(
      List.fill(DeadlineBuffer.Capacity)(taken(buffer)).flatten,
      (2 to DeadlineBuffer.Capacity).toList :+ 0
    )

  test("a limit is either cancelled early or moved to a wheel, and only once"):
    val (cancelled, moved) = (new Limit(1), new Limit(2))
    List(cancelled, moved).foreach(_.makeFresh())
    assert(cancelled.cancelBefore())
    assert(!cancelled.cancelBefore())
    assert(!cancelled.moveToWheel())
    assert(moved.moveToWheel())
    assert(!moved.moveToWheel())
    assert(!moved.cancelBefore())
end DeadlineBufferSuite
