package eddy.bench.peers.work.scimark

class LuSuite extends eddy.testing.PatientSuite:
  test("the factors multiplied give the matrix with its rows exchanged"):
    val size = 100
    val matrix = Uniform().matrix(size)
    val factors = matrix.map(_.clone())
    val exchanges = new Array[Int](size)
    Lu.factor(factors, exchanges)
    for (i, j) <- exchanges.zipWithIndex.map(_.swap) do
      val row = matrix(i)
      matrix(i) = matrix(j)
      matrix(j) = row
    for i <- 0 until size; j <- 0 until size do
      val product = (0 to math.min(i, j)).map(k => (if k == i then 1 else factors(i)(k)) * factors(k)(j)).sum
      assertEqualsDouble(product, matrix(i)(j), 1e-12, s"row $i, column $j")

  test("a pivot is the largest of its column, hence no factor below the diagonal is over 1"):
    val factors = Uniform().matrix(50)
    Lu.factor(factors, new Array(50))
    assert((for i <- 0 until 50; j <- 0 until i yield math.abs(factors(i)(j))).max <= 1)

  test("a matrix without an inverse is refused"):
    val _ =
      intercept[ArithmeticException](Lu.factor(Array(Array[Double](1, 2), Array[Double](2, 4)), new Array(2)))
end LuSuite
