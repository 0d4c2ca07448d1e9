package eddy.bench.channels

import eddy.bench.push.workload.Tables
import eddy.bench.push.{MediatorSetup, PushContenders, PushContract}
import eddy.bench.web.WebContract
import eddy.testing.TestLength

class MediatedSuite extends PushContract:
  protected def contender =
    WebContract.jvm("eddy", "eddy.bench.channels.Main").copy(ready = PushContenders.ready)

  test(
    "it is measured with every mediator, by a service that the run starts, or the run says what to install"
  ):
    // each is a service and a server more
    val mediators = MediatorSetup.all.filter(m => TestLength.isFull || MediatedSuite.inShort(m.name))
    val (fine, text, results) = measure(new Tables(2, 5, mediators))
    assert(fine, text)
    for mediator <- mediators do
      val figures = results.filter(_.startsWith(s"tables,${mediator.name} ")).map(_.split(',')(2)).toSet
      val all = Set("RTT mean", "RTT sd", "MTT mean", "MTT sd")
      assert(
        figures == all || text.contains(s"${mediator.name} is left out: "),
        s"$mediator: $figures of\n$text"
      )
    assert(!text.contains("memory is left out") && !text.contains("activemq is left out"), text)
end MediatedSuite

object MediatedSuite:
  /** The others run with `--all`. Artemis and JGroups are started as ActiveMQ is; LocalStack takes as long as
    * all others together.
    */
  private val inShort = Set("memory", "redis", "activemq")
