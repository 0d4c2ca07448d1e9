package eddy.bench.web.run

import eddy.bench.contest.{Figure, Findings, Line, Rows}

/** The figures for a spreadsheet or a plotting program. */
private[bench] object ServerCsv:
  /** A row for each figure of each contender; `eddy_times_better` is the ratio of the medians. */
  def results(findings: Seq[Findings]): String =
    val figures =
      for
        f <- findings; line <- f.lines; contender <- line.samples.keys.toSeq.sorted;
        s <- line.spread(contender)
      yield heads(line, contender) ++ Seq(s.median, s.min, s.max).map(Figure.plain) ++
        Seq(s.samples.toString, line.ratio(contender).fold("")(Figure.plain), "")
    val faults =
      for f <- findings; (contender, fault) <- f.faults
      yield Seq(f.workload, "", "", "", contender, "", "", "", "0", "", fault.text)
    val head = Seq("workload", "setting", "figure", "unit", "contender", "median", "min", "max", "samples") ++
      Seq("eddy_times_better", "fault")
    Rows.text(head, figures ++ faults)

  /** A row for each sample. */
  def samples(findings: Seq[Findings]): String =
    val rows =
      for
        f <- findings
        line <- f.lines
        contender <- line.samples.keys.toSeq.sorted
        (value, i) <- line.samples(contender).zipWithIndex
      yield heads(line, contender) ++ Seq((i + 1).toString, Figure.plain(value))
    Rows.text(Seq("workload", "setting", "figure", "unit", "contender", "sample", "value"), rows)

  private def heads(line: Line, contender: String) =
    Seq(line.workload, line.measure.setting, line.measure.figure, line.measure.unit, contender)
end ServerCsv
