package eddy.remote

import scala.util.Random

/** Random rounds. The seed of a round that fails is in its message; the variable `EDDY_TEST_SEED` repeats
  * it.
  */
object Seeds:
  def each(rounds: Int)(body: Random => Unit): Unit =
    val only = sys.env.get("EDDY_TEST_SEED").map(_.toLong)
    val first = System.nanoTime
    for seed <- only.map(Iterator(_)).getOrElse(Iterator.range(0, rounds).map(first + _)) do
      try body(Random(seed))
      catch
        case failure: Throwable =>
          throw AssertionError(s"EDDY_TEST_SEED=$seed: ${failure.getMessage}", failure)
