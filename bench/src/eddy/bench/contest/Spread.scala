package eddy.bench.contest

/** A figure's samples, put together.
  *
  * @param samples how many
  */
private[bench] final case class Spread(median: Double, min: Double, max: Double, samples: Int)

private[bench] object Spread:
  /** None without samples. The median of an even number is the mean of the middle two. */
  def of(values: Seq[Double]): Option[Spread] = Option.when(values.nonEmpty):
    val sorted = values.sorted
    val middle = (sorted((sorted.size - 1) / 2) + sorted(sorted.size / 2)) / 2
    Spread(middle, sorted.head, sorted.last, sorted.size)
