package eddy.bench.peers.work.scimark

/** A sparse matrix in compressed rows times a vector.
  *
  * @param values the entries, row after row
  * @param columns in which column each of them stands
  * @param starts where each row begins in them; one more than there are rows
  */
private[work] final class SparseProduct(
    values: Array[Double],
    columns: Array[Int],
    starts: Array[Int]
):
  def times(x: Array[Double], result: Array[Double]): Unit =
    var row = 0
    while row < result.length do
      var sum = 0.0
      var i = starts(row)
      val end = starts(row + 1)
      while i < end do
        sum += x(columns(i)) * values(i)
        i += 1
      result(row) = sum
      row += 1
end SparseProduct

private[work] object SparseProduct:
  def kernel(size: Int, entries: Int, repetitions: Int): Double =
    val random = Uniform()
    val x = random.vector(size)
    val matrix = spread(random, size, entries / size)
    val result = new Array[Double](size)
    var left = repetitions
    while left > 0 do
      matrix.times(x, result)
      left -= 1
    mean(result)

  /** Random entries, the same number in each row, evenly from its beginning to the diagonal. */
  def spread(random: Uniform, size: Int, perRow: Int): SparseProduct =
    val values = random.vector(size * perRow)
    val columns = Array.tabulate(size * perRow): i =>
      i % perRow * math.max(1, i / perRow / perRow)
    SparseProduct(values, columns, Array.tabulate(size + 1)(_ * perRow))
end SparseProduct
