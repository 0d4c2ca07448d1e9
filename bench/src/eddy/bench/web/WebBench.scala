package eddy.bench.web

import eddy.bench.web.run.{ServerBench, WebContender, WebWorkload}
import eddy.bench.web.workload.*

/** Eddy's web server beside its peers; how stands in docs/bench-web.md. */
private[eddy] object WebBench:
  private val workloads: Seq[WebWorkload] = Seq(
    new Throughput("plaintext", Throughput.plaintext),
    new Throughput("pipelined", Throughput.plaintext, connections = 16, pipelined = 16),
    new Throughput("json", Throughput.json),
    new Echo(),
    new LightAndHeavy(),
    new OnSystem(Seq(1000, 5000, 10_000, 50_000)),
    new Kernels(),
    new Stateful(),
    new OffSystem(Seq(100, 1000, 5000)),
    new Idle(),
    new FilesOnDisk(),
    new BesideActors()
  )

  val bench: ServerBench =
    new ServerBench("web", workloads, WebContender.names, WebContenders.make, WebDiscipline)
end WebBench
