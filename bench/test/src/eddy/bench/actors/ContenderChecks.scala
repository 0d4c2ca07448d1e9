package eddy.bench.actors

/** The workloads of one process. */
trait ContenderChecks extends WorkloadChecks:
  self: munit.FunSuite =>

  private val small = Seq(
    Workloads.pingpong(1) -> Seq(1, 10),
    Workloads.pingpong(3) -> Seq(3, 30),
    Workloads.ring(5) -> Seq(10, 100),
    Workloads.ring(20) -> Seq(10, 100),
    Workloads.ringstart(7) -> Seq(1, 1),
    Workloads.fanin(5) -> Seq(5, 500),
    Workloads.broadcast(20) -> Seq(1, 30),
    Workloads.skynet(1000) -> Seq(1, 1),
    Workloads.spawn(500) -> Seq(1, 1),
    Workloads.ask(1) -> Seq(1, 10),
    Workloads.ask(3) -> Seq(3, 30),
    Workloads.selective(50) -> Seq(1, 20),
    Workloads.blocking(20, 1) -> Seq(1),
    Workloads.crowded(20) -> Seq(1, 100),
    Workloads.waits(20) -> Seq(1, 1)
  )
  checks(Catalogue.local, small)(Workloads.ownNames)
end ContenderChecks
