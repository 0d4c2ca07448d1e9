package eddy.bench.peers.work

import eddy.bench.peers.work.scimark.*

import java.util.Locale

/** A kernel of SciMark 2.0 (Roldan Pozo and Bruce Miller, NIST) at its small size, written anew from the algorithm: data
  * made from the seed 101010, some repetitions of the work, and the mean of what stands in the result.
  *
  * A kernel is a function: it has no state, any threads may call it at the same time.
  */
enum Kernel(val name: String) derives CanEqual:
  /** A repetition transforms 1024 complex numbers forwards and backwards. */
  case FastFourier extends Kernel("fft")

  /** A repetition is one sweep of successive over-relaxation over a grid of 100 by 100. */
  case Relaxation extends Kernel("sor")

  /** A repetition is 1,000 points; SciMark, which has no size here, takes what fills its time. */
  case MonteCarlo extends Kernel("mc")

  /** A repetition multiplies a matrix of 1000 by 1000 with 5000 entries by a vector. */
  case Sparse extends Kernel("sparse")

  /** A repetition factors a matrix of 100 by 100. */
  case Factorisation extends Kernel("lu")

  def run(repetitions: Int): Double =
    require(repetitions > 0, s"n=$repetitions: a kernel is repeated once or more")
    this match
      case FastFourier => Fft.kernel(1024, repetitions)
      case Relaxation => Sor.kernel(100, repetitions)
      case MonteCarlo => Circle.kernel(1000L * repetitions)
      case Sparse => SparseProduct.kernel(1000, 5000, repetitions)
      case Factorisation => Lu.kernel(100, repetitions)
end Kernel

object Kernel:
  /** What a contender answers: the result with six decimals.
    *
    * @throws IllegalArgumentException for an unknown name, or repetitions that are not positive
    */
  def answer(name: String, repetitions: Int): String =
    val kernel = values.find(_.name == name).getOrElse:
      throw IllegalArgumentException(s"name=$name: it must be one of ${values.map(_.name).mkString(", ")}")
    "%.6f".formatLocal(Locale.ROOT, kernel.run(repetitions))
