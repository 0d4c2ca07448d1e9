package eddy.bench.actors

import eddy.bench.actors.Reply.Done

/** The workloads in small, for every contender of two processes: it must answer right. */
trait RemoteChecks:
  self: munit.FunSuite =>

  /** The lines of a contender that was started with `words` and got `lines`, until it ended. */
  protected def talk(words: Seq[String], lines: Seq[String]): Seq[String]

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
    RemoteWorkloads.monitors(20) -> Seq(1, 1)
  )

  for (configuration, operations) <- small do
    test(s"${configuration.title} has the right answer, again and again, and every figure"):
      val replies = talk(configuration.words, operations.map(n => s"go $n")).map(Reply.parse)
      assertEquals(replies.size, operations.size)
      for (reply, n) <- replies.zip(operations) do
        reply match
          case Some(done: Done) if !without(configuration.workload) =>
            assertEquals((done.n, done.answer), (n.toLong, configuration.answer(n)))
            // CPU time is the harness's to measure
            for metric <- configuration.metrics if metric.name != "cpu" do
              assert(metric.of(done).exists(_.isFinite), s"no ${metric.name} in $done")
          case Some(_: Reply.Error) if without(configuration.workload) => ()
          case other => fail(s"no answer: $other")

  test("no workload of the table is missing"):
    assertEquals(small.map(_(0).workload).toSet, Catalogue.remote.workloads.toSet)
end RemoteChecks
