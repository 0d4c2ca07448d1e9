package eddy.bench.actors

/** What a contender says to `go <n>`; see docs/bench.md for the talk. */
private[actors] enum Reply derives CanEqual:
  /** The work is done.
    *
    * @param nanos time of the work alone
    * @param answer what the work came to
    * @param extras further figures by name
    */
  case Done(n: Long, nanos: Long, answer: Long, extras: Map[String, Double])

  /** This contender cannot do that. */
  case Error(text: String)

private[actors] object Reply:
  /** None for a line that is no reply, such as one that a JVM writes about itself. */
  def parse(line: String): Option[Reply] =
    line.trim.split(" +").toList match
      case "done" :: n :: nanos :: answer :: extras =>
        for
          n <- n.toLongOption
          nanos <- nanos.toLongOption.filter(_ > 0)
          answer <- answer.toLongOption
          pairs = extras.map(pair)
          if pairs.forall(_.isDefined)
        yield Reply.Done(n, nanos, answer, pairs.flatten.toMap)
      case "error" :: words => Some(Reply.Error(words.mkString(" ")))
      case _ => None

  private def pair(text: String): Option[(String, Double)] = text.split("=", 2) match
    case Array(key, value) => value.toDoubleOption.map(key -> _)
    case _ => None
end Reply
