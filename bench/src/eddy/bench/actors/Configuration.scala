package eddy.bench.actors

import scala.concurrent.duration.{DurationInt, FiniteDuration}

/** A workload with its arguments: a row, or a few, of the table.
  *
  * @param parameters `key -> value`, as contenders get them
  * @param step the number of operations is a multiple of it; none for a workload that is done once for each `go`
  * @param answer what `go n` must come to
  * @param metrics figures of each sample, the main one first
  * @param heap of the JVM contenders, as `-Xmx` takes it
  * @param residentBytes that one contender may take, roughly: contenders that do not fit into memory together run one
  *   after another
  * @param goWithin when a `go` takes longer, the contender is given up
  * @param alone each contender has the machine for itself, and few rounds: for what takes most of the memory
  */
private[actors] final case class Configuration(
    workload: String,
    parameters: Seq[(String, Long)],
    step: Option[Long],
    answer: Long => Long,
    metrics: Seq[Metric],
    heap: String = "4g",
    residentBytes: Long = 1L << 30,
    goWithin: FiniteDuration = 60.seconds,
    alone: Boolean = false
):
  /** Arguments of the contender's program. */
  def words: Seq[String] = workload +: parameters.map((key, value) => s"$key=$value")

  def title: String = words.mkString(" ")

  /** By its workload, or by that and its first argument: `ring`, `ring/1000`. */
  def isNamed(name: String): Boolean = name == workload || name == shortName

  def shortName: String = parameters.headOption.fold(workload)((_, value) => s"$workload/$value")

  /** Names files. */
  def fileName: String = words.mkString("-").replace('=', '-')
end Configuration
