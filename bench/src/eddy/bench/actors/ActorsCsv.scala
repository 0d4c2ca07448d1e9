package eddy.bench.actors

import eddy.bench.contest.{Figure, Rows}

/** The results for a spreadsheet or a plotting program. */
private[actors] object ActorsCsv:
  /** A row for each figure of each contender. `eddy_times_better` is the ratio of the medians, Eddy to this contender. */
  def results(results: Seq[Result]): String =
    val rows =
      for
        result <- results
        metric <- result.configuration.metrics
        ratios = Comparison(result, metric).ratios.map(r => r.peer -> r.times).toMap
        entry <- result.entries
      yield
        val spread = entry.spread(metric)
        val figures = spread.fold(Seq("", "", "", "0")): s =>
          Seq(Figure.plain(s.median), Figure.plain(s.min), Figure.plain(s.max), s.samples.toString)
        heads(result, entry) ++ Seq(metric.name, metric.unit) ++ figures ++
          Seq(ratios.get(entry.contender).fold("")(Figure.plain), entry.fault.fold("")(_.text))
    Rows.text(
      Seq("workload", "arguments", "contender", "figure", "unit", "median", "min", "max", "samples") ++
        Seq("eddy_times_better", "fault"),
      rows
    )

  /** A row for each sample, as the contender told it. */
  def samples(results: Seq[Result]): String =
    val rows =
      for result <- results; entry <- result.entries; (done, i) <- entry.samples.zipWithIndex
      yield heads(result, entry) ++ Seq(i + 1, done.n, done.nanos, done.answer).map(_.toString) :+
        done.extras.toSeq.sorted.map((key, value) => s"$key=${Figure.plain(value)}").mkString(" ")
    Rows.text(
      Seq("workload", "arguments", "contender", "sample", "operations", "nanos", "answer", "extras"),
      rows
    )

  private def heads(result: Result, entry: Entry) =
    val c = result.configuration
    Seq(c.workload, c.words.tail.mkString(" "), entry.contender)
end ActorsCsv
