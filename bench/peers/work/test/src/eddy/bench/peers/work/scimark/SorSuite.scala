package eddy.bench.peers.work.scimark

class SorSuite extends eddy.testing.PatientSuite:
  test("the inner points come to the values of the border, which stays"):
    val grid = Array.tabulate(10, 10)((i, j) => if i % 9 == 0 || j % 9 == 0 then 1.0 else 0.0)
    for _ <- 1 to 200 do Sor.sweep(grid)
    for row <- grid; number <- row do assertEqualsDouble(number, 1, 1e-12)

  test("one sweep goes past the mean by a quarter, and uses what it has already changed"):
    val grid = Array(Array[Double](4, 4, 4, 4), Array[Double](0, 0, 0, 0), Array[Double](0, 0, 0, 0))
    Sor.sweep(grid)
    assertEquals(grid(1).toSeq, Seq(0, 1.25, 1.25 + 1.25 / 4 * 1.25, 0))
