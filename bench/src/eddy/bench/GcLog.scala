package eddy.bench

/** Collections of a server, from its `-Xlog:gc` file. Bytes and times are as exact as the log: megabytes and microseconds.
  *
  * @param allocatedMegabytes from the first collection to the last: less than all by what is in the young generation
  */
final case class GcLog(pauses: Int, pausedMillis: Double, longestMillis: Double, allocatedMegabytes: Long)

object GcLog:
  /** Such as `[3.456s] GC(7) Pause Young (Normal) (G1 Evacuation Pause) 75M->25M(128M) 2.345ms`. */
  private val pause = """.*GC\(\d+\) Pause .*? (\d+)M->(\d+)M\(\d+M\) ([\d.]+)ms.*""".r

  def parse(lines: Seq[String]): GcLog =
    val pauses = lines.flatMap(pause.findFirstMatchIn(_)).map: m =>
      (m.group(1).nn.toLong, m.group(2).nn.toLong, m.group(3).nn.toDouble)
    val allocated =
      pauses.zip((0L, 0L, 0.0) +: pauses).map((p, previous) => math.max(0, p(0) - previous(1))).sum
    GcLog(pauses.size, pauses.map(_(2)).sum, pauses.map(_(2)).maxOption.getOrElse(0), allocated)
