package eddy.bench.peers.work.scimark

class FftSuite extends eddy.testing.PatientSuite:
  test("forwards and backwards gives the data again"):
    for size <- Seq(1, 2, 8, 1024) do
      val data = Uniform().vector(2 * size)
      val copy = data.clone()
      Fft.forward(copy)
      if size > 1 then assert(distance(data, copy) > 0.1)
      Fft.inverse(copy)
      assert(clue(distance(data, copy)) < 1e-14, s"size $size")

  test("a turn around the circle becomes one spike, at its frequency"):
    val size = 64
    val data = (0 until size).flatMap: i =>
      val angle = 2 * math.Pi * 5 * i / size
      Seq(math.cos(angle), math.sin(angle))
    .toArray
    Fft.forward(data)
    val lengths = (0 until size).map(i => math.hypot(data(2 * i), data(2 * i + 1)))
    assertEqualsDouble(lengths(5), size.toDouble, 1e-10)
    assert(clue(lengths.patch(5, Nil, 1).max) < 1e-10)

  test("a number of numbers that is no power of two is refused"):
    assert(intercept[IllegalArgumentException](Fft.forward(new Array(12))).getMessage.contains("6 numbers"))

  /** Root of the mean square of the differences. */
  private def distance(a: Array[Double], b: Array[Double]): Double =
    math.sqrt(a.zip(b).map((x, y) => (x - y) * (x - y)).sum / a.length)
end FftSuite
