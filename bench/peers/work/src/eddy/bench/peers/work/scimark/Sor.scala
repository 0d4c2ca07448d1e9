package eddy.bench.peers.work.scimark

/** Successive over-relaxation (Jacobi's) of a square grid: each inner point moves past the mean of its neighbours. */
private[work] object Sor:
  private val Omega = 1.25

  def kernel(size: Int, repetitions: Int): Double =
    val grid = Uniform().matrix(size)
    var left = repetitions
    while left > 0 do
      sweep(grid)
      left -= 1
    mean(grid)

  def sweep(grid: Array[Array[Double]]): Unit =
    var i = 1
    while i < grid.length - 1 do
      relax(grid(i - 1), grid(i), grid(i + 1))
      i += 1

  private def relax(above: Array[Double], row: Array[Double], below: Array[Double]): Unit =
    var j = 1
    while j < row.length - 1 do
      row(j) = Omega / 4 * (above(j) + below(j) + row(j - 1) + row(j + 1)) + (1 - Omega) * row(j)
      j += 1
end Sor
