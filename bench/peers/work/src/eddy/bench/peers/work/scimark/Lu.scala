package eddy.bench.peers.work.scimark

/** The factors L and U of a matrix with its rows exchanged, by Gauss' elimination with partial pivoting, in its place: U
  * on and above the diagonal, L below it with ones on the diagonal that are not kept.
  */
private[work] object Lu:
  def kernel(size: Int, repetitions: Int): Double =
    val matrix = Uniform().matrix(size)
    val factors = Array.ofDim[Double](size, size)
    val exchanges = new Array[Int](size)
    var left = repetitions
    while left > 0 do
      for i <- 0 until size do System.arraycopy(matrix(i), 0, factors(i), 0, size)
      factor(factors, exchanges)
      left -= 1
    mean(factors)

  /** @param exchanges gets, for each step, the row that changed places with the step's
    * @throws ArithmeticException for a singular matrix
    */
  def factor(a: Array[Array[Double]], exchanges: Array[Int]): Unit =
    var step = 0
    while step < a.length do
      val pivot = largest(a, step)
      exchanges(step) = pivot
      if a(pivot)(step) == 0 then throw ArithmeticException("the matrix is singular")
      val row = a(pivot)
      a(pivot) = a(step)
      a(step) = row
      eliminate(a, step, row)
      step += 1

  private def largest(a: Array[Array[Double]], column: Int): Int =
    var found = column
    var i = column + 1
    while i < a.length do
      if math.abs(a(i)(column)) > math.abs(a(found)(column)) then found = i
      i += 1
    found

  private def eliminate(a: Array[Array[Double]], step: Int, pivot: Array[Double]): Unit =
    val reciprocal = 1 / pivot(step)
    var i = step + 1
    while i < a.length do
      val row = a(i)
      val share = row(step) * reciprocal
      row(step) = share
      var j = step + 1
      while j < row.length do
        row(j) -= share * pivot(j)
        j += 1
      i += 1
end Lu
