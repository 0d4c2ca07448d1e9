package eddy.bench.push

import eddy.bench.push.workload.*
import eddy.bench.web.run.{ServerBench, WebWorkload}

/** Eddy's channels beside Centrifugo and Socket.IO, and with each mediator as the paper did; how stands in docs/bench-push.md. */
private[eddy] object PushBench:
  private val workloads: Seq[WebWorkload] = Seq(
    new Tables(),
    new Figure9(),
    new Bursts("figure7", 1),
    new Bursts("figure8", 4),
    new Fanout(),
    new RoundTrips(),
    new IdleSubscribers
  )

  val bench: ServerBench = new ServerBench(
    "push",
    workloads,
    PushContenders.names,
    PushContenders.make,
    PushDiscipline,
    "mediators of Eddy" +: MediatorSetup.all.map("  " + _.name)
  )
end PushBench
