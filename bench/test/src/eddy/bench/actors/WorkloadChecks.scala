package eddy.bench.actors

import eddy.bench.actors.Reply.Done

/** The workloads of a catalogue in small, for every contender: it talks as docs/bench.md says, and answers
  * right.
  */
trait WorkloadChecks:
  self: munit.FunSuite =>

  /** The lines of a contender that was started with `words` and got `lines`, until it ended. */
  protected def talk(words: Seq[String], lines: Seq[String]): Seq[String]

  /** Registers the tests.
    *
    * @param small each workload, with the operations of each `go`
    * @param isLacking whether the contender may say that it cannot do this workload
    */
  private[actors] def checks(catalogue: Catalogue, small: Seq[(Configuration, Seq[Int])])(
      isLacking: String => Boolean
  ): Unit =
    for (configuration, operations) <- small do
      test(s"${configuration.title} has the right answer, again and again, and every figure"):
        val replies = talk(configuration.words, operations.map(n => s"go $n")).map(Reply.parse)
        assertEquals(replies.size, operations.size)
        for (reply, n) <- replies.zip(operations) do
          reply match
            case Some(done: Done) =>
              assertEquals((done.n, done.answer), (n.toLong, configuration.answer(n)))
              // CPU time is the harness's to measure
              for metric <- configuration.metrics if metric.name != "cpu" do
                assert(metric.of(done).exists(_.isFinite), s"no ${metric.name} in $done")
            case Some(_: Reply.Error) if isLacking(configuration.workload) => ()
            case other => fail(s"no answer: $other")

    test("no workload of the table is missing"):
      assertEquals(small.map(_(0).workload).toSet, catalogue.workloads.toSet)
  end checks
end WorkloadChecks
