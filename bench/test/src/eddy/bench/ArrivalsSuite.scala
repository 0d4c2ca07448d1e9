package eddy.bench

import eddy.bench.Arrival.*

class ArrivalsSuite extends eddy.testing.PatientSuite:
  private def accept(numbers: Long*): (Arrivals, Seq[Arrival]) =
    val arrivals = Arrivals(2)
    (arrivals, numbers.map(arrivals.accept(1, _)))

  test("messages in order are flawless"):
    val (arrivals, seen) = accept(0, 1, 2)
    assertEquals(seen, Seq(InOrder, InOrder, InOrder))
    assertEquals(arrivals.lost(1, 3), 0L)

  test("a message that never comes is lost, in the middle and at the end"):
    val (arrivals, seen) = accept(0, 2, 5)
    assertEquals(seen, Seq(InOrder, InOrder, InOrder))
    assertEquals(arrivals.lost(1, 8), 5L) // 1, 3, 4, 6, 7

  test("a message that comes after a later one is out of order, and not lost"):
    val (arrivals, seen) = accept(0, 2, 1, 3)
    assertEquals(seen, Seq(InOrder, InOrder, OutOfOrder, InOrder))
    assertEquals(arrivals.lost(1, 4), 0L)

  test("a message that comes again is a duplicate, also one that was late"):
    val (_, seen) = accept(0, 0, 2, 1, 1)
    assertEquals(seen, Seq(InOrder, Duplicate, InOrder, OutOfOrder, Duplicate))

  test("senders are told apart"):
    val arrivals = Arrivals(2)
    assertEquals(arrivals.accept(0, 0), InOrder)
    assertEquals(arrivals.accept(1, 0), InOrder)
    assertEquals(arrivals.lost(0, 2), 1L)
    assertEquals(arrivals.lost(1, 1), 0L)
end ArrivalsSuite
