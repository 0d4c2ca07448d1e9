package eddy.bench.peers.work.scimark

class SparseProductSuite extends eddy.testing.PatientSuite:
  test("entries of the same place are added, rows without entries give zero"):
    //  0 2 0     the last row twice at the same place
    //  0 0 0
    //  3 0 4+1
    val matrix = SparseProduct(Array(2, 3, 4, 1), Array(1, 0, 2, 2), Array(0, 1, 1, 4))
    val result = Array.fill(3)(-1.0)
    matrix.times(Array(10, 100, 1000), result)
    assertEquals(result.toSeq, Seq[Double](200, 0, 5030))
