package eddy.bench.push

import eddy.bench.push.workload.*
import eddy.bench.web.run.WebWorkload

/** What is measured; how stands in docs/bench-push.md. */
private[eddy] object PushWorkloads:
  private[push] val all: Seq[WebWorkload] = Seq(
    new Tables(),
    new Figure9(),
    new Bursts("figure7", 1),
    new Bursts("figure8", 4),
    new Fanout(),
    new RoundTrips(),
    new IdleSubscribers
  )

  def names: Seq[String] = all.map(_.name)

  def contenders: Seq[String] = PushContenders.names

  /** For the command line. */
  def listing: String =
    val workloads = all.map(w => s"  ${w.name.padTo(12, ' ')}${w.about}")
    (("workloads" +: workloads) ++ ("contenders" +: contenders.map("  " + _)) ++
      ("mediators of Eddy" +: MediatorSetup.all.map("  " + _.name))).mkString("", "\n", "\n")
end PushWorkloads
