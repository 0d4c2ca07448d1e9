package eddy.bench.actors

/** The workloads of two processes. */
trait RemoteChecks extends WorkloadChecks:
  self: munit.FunSuite =>

  /** Workloads that it cannot do, and says so. */
  protected def without: Set[String] = Set.empty

  private val small = Seq(
    RemoteWorkloads.latency() -> Seq(1, 10),
    RemoteWorkloads.pingpong(3) -> Seq(3, 30),
    RemoteWorkloads.oneway(1, 16, batch = 10) -> Seq(1, 10, 100),
    RemoteWorkloads.oneway(3, 1024, batch = 20) -> Seq(3, 300),
    RemoteWorkloads.large(300_000) -> Seq(1, 3),
    RemoteWorkloads.beside(300_000) -> Seq(1000),
    RemoteWorkloads.ask(3) -> Seq(3, 30),
    RemoteWorkloads.spawn(3) -> Seq(3, 30),
    RemoteWorkloads.broadcast(20) -> Seq(1, 30),
    RemoteWorkloads.monitors(20) -> Seq(1, 1),
    RemoteWorkloads.kill(20) -> Seq(1, 1),
    RemoteWorkloads.footprint(1000, 2) -> Seq(1, 1)
  )
  checks(Catalogue.remote, small)(without)
end RemoteChecks
