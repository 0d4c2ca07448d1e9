package eddy.bench.web.run

/** Amdahl's law, fitted to what `loops` loops give against one: a model of what more would. Says nothing about memory bandwidth,
  * caches or sockets of machines that were not measured.
  */
private[bench] final case class Scaling(loops: Int, gain: Double):
  /** Share of the work that only one can do at a time; 0 when it scaled better than that. */
  val serial: Double = math.max(0, math.min(1, (loops / gain - 1) / (loops - 1)))

  /** How many times one loop `n` would give. */
  def times(n: Int): Double = n / (1 + serial * (n - 1))
