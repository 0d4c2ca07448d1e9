package eddy.bench.peers.work.scimark

/** The fast Fourier transform, by Cooley and Tukey with radix 2: complex numbers, a power of two of them, real and
  * imaginary parts by turns, changed in place.
  */
private[work] object Fft:
  def kernel(size: Int, repetitions: Int): Double =
    val data = Uniform().vector(2 * size)
    var left = repetitions
    while left > 0 do
      forward(data)
      inverse(data)
      left -= 1
    mean(data)

  def forward(data: Array[Double]): Unit = transform(data, -1)

  /** What `forward` has made of the data, back; up to rounding. */
  def inverse(data: Array[Double]): Unit =
    transform(data, 1)
    val factor = 2.0 / data.length
    var i = 0
    while i < data.length do
      data(i) *= factor
      i += 1

  private def transform(data: Array[Double], sign: Int): Unit =
    val size = data.length / 2
    require(size > 0 && (size & (size - 1)) == 0, s"$size numbers: it must be a power of two")
    reorder(data, size)
    var half = 1
    while half < size do
      merge(data, half, sign * math.Pi / half)
      half *= 2

  /** Each number goes where the bits of its index in reverse tell. */
  private def reorder(data: Array[Double], size: Int): Unit =
    val shift = Integer.numberOfLeadingZeros(size) + 1
    var i = 1
    while i < size - 1 do
      val j = Integer.reverse(i) >>> shift
      if i < j then
        swap(data, 2 * i, 2 * j)
        swap(data, 2 * i + 1, 2 * j + 1)
      i += 1

  private def swap(data: Array[Double], i: Int, j: Int): Unit =
    val kept = data(i)
    data(i) = data(j)
    data(j) = kept

  /** Makes one transform of each two neighbours of `half` numbers. The roots of unity come from one another by the
    * addition theorem in the form that rounds little: w' = w + w (e^i angle^ - 1).
    */
  private def merge(data: Array[Double], half: Int, angle: Double): Unit =
    val sine = math.sin(angle)
    val halfSine = math.sin(angle / 2)
    val versine = 2 * halfSine * halfSine
    var (re, im) = (1.0, 0.0)
    var k = 0
    while k < half do
      var i = 2 * k
      while i < data.length do
        val j = i + 2 * half
        val oddRe = re * data(j) - im * data(j + 1)
        val oddIm = re * data(j + 1) + im * data(j)
        data(j) = data(i) - oddRe
        data(j + 1) = data(i + 1) - oddIm
        data(i) += oddRe
        data(i + 1) += oddIm
        i += 4 * half
      val turned = re - sine * im - versine * re
      im = im + sine * re - versine * im
      re = turned
      k += 1
  end merge
end Fft
