package eddy.bench.web

import eddy.bench.web.run.{WebContender, WebWorkload}
import eddy.bench.web.workload.*

/** What is measured; how stands in docs/bench-web.md. */
private[eddy] object WebWorkloads:
  private[web] val all: Seq[WebWorkload] = Seq(
    new Throughput("plaintext", Throughput.plaintext),
    new Throughput("pipelined", Throughput.plaintext, connections = 16, pipelined = 16),
    new Throughput("json", Throughput.json),
    new Echo(),
    new LightAndHeavy(),
    new OnSystem(Seq(1000, 5000, 10_000, 50_000)),
    new Kernels(),
    new Stateful(),
    new OffSystem(Seq(100, 1000, 5000)),
    new Idle()
  )

  def names: Seq[String] = all.map(_.name)

  def contenders: Seq[String] = WebContender.names

  /** Workloads and contenders, for the command line. */
  def listing: String =
    val first = all.map(w => s"  ${w.name.padTo(12, ' ')}${w.about}")
    val second = contenders.map("  " + _)
    (("workloads" +: first) ++ ("contenders" +: second)).mkString("", "\n", "\n")
end WebWorkloads
