package eddy.bench.actors

import eddy.bench.actors.Reply.Done

/** What every contender must do, in small: talk as docs/bench.md says, and give the right answers. */
trait ContenderChecks:
  self: munit.FunSuite =>

  /** The lines of a contender that was started with `words` and got `lines`, until it ended. */
  protected def talk(words: Seq[String], lines: Seq[String]): Seq[String]

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

  for (configuration, operations) <- small do
    test(s"${configuration.title} gives the right answer, again and again, and every figure"):
      val replies = talk(configuration.words, operations.map(n => s"go $n")).map(Reply.parse)
      assertEquals(replies.size, operations.size)
      for (reply, n) <- replies.zip(operations) do
        reply match
          case Some(done: Done) =>
            assertEquals((done.n, done.answer), (n.toLong, configuration.answer(n)))
            for metric <- configuration.metrics do
              assert(metric.of(done).exists(_.isFinite), s"no ${metric.name} in $done")
          case Some(Reply.Error(text)) if Workloads.ownNames(configuration.workload) =>
            assert(text.contains("there is no workload"), text)
          case other => fail(s"no answer: $other")

  test("every workload of the table is there"):
    assertEquals(small.map(_(0).workload).toSet, Catalogue.local.workloads.toSet)
end ContenderChecks
