package eddy.web.internal

import scala.collection.mutable

import io.netty.channel.embedded.EmbeddedChannel

class OutboxSuite extends eddy.testing.PatientSuite:
  test(
    "more operations than one turn takes run in the order in which they were posted, with those that come meanwhile"
  ):
    val channel = EmbeddedChannel()
    val box = Outbox(channel)
    val ran = mutable.ArrayBuffer[Int]()
    for n <- 1 to 600 do
      box.post: () =>
        ran += n
        if n % 100 == 0 then box.post(() => ran += 1000 + n: Unit)
    channel.runPendingTasks()
    assertEquals(ran.toSeq, (1 to 600) ++ (1100 to 1600 by 100))
end OutboxSuite
