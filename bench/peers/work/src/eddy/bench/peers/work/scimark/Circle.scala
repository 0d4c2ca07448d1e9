package eddy.bench.peers.work.scimark

/** Pi by Monte Carlo: four times the share of random points of the unit square that lie in the circle. */
private[work] object Circle:
  private val Seed = 113

  def kernel(points: Long): Double =
    val random = new Uniform(Seed)
    var inside = 0L
    var left = points
    while left > 0 do
      val x = random.next()
      val y = random.next()
      if x * x + y * y <= 1 then inside += 1
      left -= 1
    inside.toDouble / points * 4
