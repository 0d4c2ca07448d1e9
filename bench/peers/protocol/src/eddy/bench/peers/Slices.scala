package eddy.bench.peers

/** The computation of the workload `blocking`: integer work in slices of about a millisecond, each begun by a message
  * of the computing actor to itself.
  */
object Slices:
  /** Slices of one computation: about 300 ms. */
  val Count = 300

  private val SliceNanos = 1_000_000L

  /** Steps of a slice on this machine. The first use takes some tenths of a second, to find out in compiled code. */
  lazy val steps: Int =
    val trial = 100_000
    var fastest = Long.MaxValue
    var x = 1L
    for _ <- 1 to 1000 do
      val start = System.nanoTime()
      x = run(trial, x)
      fastest = math.min(fastest, System.nanoTime() - start)
    require(x != 0, "xorshift never gives 0")
    math.max(1, trial * SliceNanos / fastest).toInt

  /** One slice: the next of `x`, which never becomes 0. */
  def run(x: Long): Long = run(steps, x)

  private def run(steps: Int, start: Long): Long =
    var x = start
    var left = steps
    while left > 0 do
      x ^= x << 13
      x ^= x >>> 7
      x ^= x << 17
      left -= 1
    x
end Slices
