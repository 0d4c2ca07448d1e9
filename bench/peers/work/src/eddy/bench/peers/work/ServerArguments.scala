package eddy.bench.peers.work

/** The `key=value` arguments of a contender of `./eddy bench web`.
  *
  * @param port on 127.0.0.1; 0 lets the system choose
  * @param loops event loops, or whatever else of it there is one of per core
  * @param worker whether computations leave the event loop, as the system's manual advises
  * @param others what only one contender knows
  */
final case class ServerArguments(port: Int, loops: Int, worker: Boolean, others: Map[String, String])

object ServerArguments:
  /** @param others further keys that are understood
    * @throws IllegalArgumentException naming the argument that is wrong
    */
  def parse(args: Seq[String], others: Set[String] = Set.empty): ServerArguments =
    val values = args.map: arg =>
      arg.split("=", 2) match
        case Array(key, value) if known(key) || others(key) => key -> value
        case _ =>
          val keys = (known ++ others).toSeq.sorted.mkString(", ")
          throw IllegalArgumentException(s"$arg is not understood: give key=value with one of the keys $keys")
    .toMap
    ServerArguments(
      number(values, "port", 0 to 65535, 0),
      number(values, "loops", 1 to 1024, Runtime.getRuntime.availableProcessors),
      values.get("worker").fold(false): text =>
        text.toBooleanOption.getOrElse(throw wrong("worker", text, "true or false")),
      values -- known
    )

  private val known = Set("port", "loops", "worker")

  private def number(values: Map[String, String], key: String, range: Range, default: Int): Int =
    values.get(key).fold(default): text =>
      text.toIntOption.filter(range.contains)
        .getOrElse(throw wrong(key, text, s"a number from ${range.head} to ${range.last}"))

  private def wrong(key: String, text: String, right: String) =
    IllegalArgumentException(s"$key=$text: it must be $right")
end ServerArguments
