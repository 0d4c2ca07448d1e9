package eddy.bench.peers

/** The `key=value` arguments of a workload. */
final class Params private (workload: String, values: Map[String, String]):
  def int(key: String): Int = read(key, _.toIntOption)

  def int(key: String, default: Int): Int = if values.contains(key) then int(key) else default

  private def read[A](key: String, parse: String => Option[A]): A =
    val text =
      values.getOrElse(key, throw IllegalArgumentException(s"$workload needs the argument $key=<number>"))
    parse(text).getOrElse(throw IllegalArgumentException(s"$workload: $key=$text is not a whole number"))

object Params:
  /** @throws IllegalArgumentException for an argument that is not `key=value` */
  def parse(workload: String, args: Seq[String]): Params =
    Params(
      workload,
      args.map: arg =>
        arg.split("=", 2) match
          case Array(key, value) => key -> value
          case _ => throw IllegalArgumentException(s"$workload: write the argument $arg as key=value")
      .toMap
    )
