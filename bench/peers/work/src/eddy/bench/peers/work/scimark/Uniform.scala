package eddy.bench.peers.work.scimark

/** Random numbers from 0 until 1, the same for the same seed and those of SciMark 2.0: a subtractive lagged Fibonacci
  * sequence modulo 2^31^ - 1 with the lags 5 and 17, begun by the sequence x' = 9069 x modulo 2^31^. For one thread.
  */
private[scimark] final class Uniform(seed: Int):
  import Uniform.*

  private val last =
    val odd = if seed % 2 == 0 then seed - 1 else seed
    Iterator.iterate(odd)(_ * Multiplier & Modulus).slice(1, Lag + 1).toArray

  // run downwards through the last 17
  private var oldest = Lag - 1
  private var newer = ShortLag - 1

  def next(): Double =
    val difference = last(newer) - last(oldest)
    val number = if difference < 0 then difference + Modulus else difference
    last(oldest) = number
    newer = if newer == 0 then Lag - 1 else newer - 1
    oldest = if oldest == 0 then Lag - 1 else oldest - 1
    Unit * number

  def vector(length: Int): Array[Double] = Array.fill(length)(next())

  def matrix(size: Int): Array[Array[Double]] = Array.fill(size)(vector(size))
end Uniform

private[scimark] object Uniform:
  /** SciMark's for all data but that of the Monte Carlo kernel. */
  val Seed = 101010

  private val Multiplier = 9069
  private val Modulus = Int.MaxValue
  private val Lag = 17
  private val ShortLag = 5
  private val Unit = 1.0 / Modulus

  def apply(): Uniform = new Uniform(Seed)
