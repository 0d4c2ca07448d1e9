package eddy.bench.abuse

import java.util.Locale

/** What an attack came to.
  *
  * @param seconds that it took
  * @param heap the most that a collection left, in MB; none without a collection, or for a server elsewhere
  * @param cores that the server used on average
  * @param logBytes that the server logged
  * @param refused what the server counts as refused, for the reader
  */
private[bench] final case class AbuseRow(
    attack: Attack,
    seconds: Double,
    tally: Tally,
    visits: Visits,
    heap: Option[Long],
    cores: Option[Double],
    logBytes: Option[Long],
    refused: Seq[String]
):
  /** Why the server did not hold; none if it did.
    *
    * @param heapLimit of the server, in MB
    */
  def faults(heapLimit: Option[Long]): Seq[String] =
    val unanswered = visits.asked - visits.millis.size
    val visitors = Option.when(unanswered > math.max(1, visits.asked / 10)):
      s"${attack.name}: $unanswered of ${visits.asked} requests for / had no page: ${visits.failed.mkString(", ")}"
    val full =
      for
        most <- heap
        limit <- heapLimit
        if most * 100 > limit * AbuseRow.FullPercent
      yield s"${attack.name}: $most of $limit MB of the heap were in use after a collection"
    visitors.toSeq ++ full

  def line: String =
    def or(text: Option[String]) = text.getOrElse("-")
    "%-13s %8s %7s  %4d of %4d %7.1f %8.1f %6s %6s %7s %7s  %s".formatLocal(
      Locale.ROOT,
      attack.name,
      "%,d".formatLocal(Locale.ROOT, tally.requests),
      "%,d".formatLocal(Locale.ROOT, tally.connectionsCut),
      visits.millis.size,
      visits.asked,
      visits.median,
      visits.worst,
      or(heap.map(_.toString)),
      or(cores.map(c => "%.2f".formatLocal(Locale.ROOT, c))),
      or(cores.filter(_ => tally.requests > 0)
        .map(c => "%.2f".formatLocal(Locale.ROOT, c * seconds * 1000 / tally.requests))),
      or(logBytes.map(n => (n >> 10).toString)),
      (tally.answers.map((name, n) => s"$name: $n") ++ refused.map(r => s"[$r]")).mkString(", ")
    )
end AbuseRow

private[bench] object AbuseRow:
  /** The budgets of a process are below two thirds of its heap together; the rest is what it needs anyway. */
  private final val FullPercent = 80

  val heading: String =
    "%-13s %8s %7s  %12s %7s %8s %6s %6s %7s %7s  %s".format(
      "attack",
      "sent",
      "cut",
      "/ answered",
      "p50 ms",
      "worst",
      "MB",
      "cores",
      "ms each",
      "log KB",
      "answers, and [what the server counts as refused]"
    )
