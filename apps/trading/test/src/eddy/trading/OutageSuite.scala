package eddy.trading

import eddy.trading.internal.Outage

import java.util.concurrent.ConcurrentLinkedQueue
import java.util.logging.{Handler, LogRecord, Logger}
import scala.jdk.CollectionConverters.*

class OutageSuite extends eddy.testing.PatientSuite:
  test("the log hears when the first write fails, and when none does any more, with what waits"):
    val heard = new ConcurrentLinkedQueue[String]
    val log = Logger.getLogger("eddy.trading").nn
    val handler = new Handler:
      def publish(record: LogRecord): Unit = heard.add(record.getMessage): Unit
      def flush(): Unit = ()
      def close(): Unit = ()
    log.addHandler(handler)
    try
      val outage = new Outage("500 milliseconds", () => 7)
      val one, other = new outage.Write
      one.failed("the disk is full")
      other.failed("it is away")
      for _ <- 1 to 5 do one.failed("it is away")
      assertEquals(outage.failure.map(_.why), Some("it is away"))
      one.done()
      assert(outage.failure.isDefined)
      other.done()
      assertEquals(outage.failure, None)
    finally log.removeHandler(handler)
    val told = heard.asScala.toVector.filter(_.contains("the database takes"))
    assertEquals(told.size, 2, told.toString)
    assert(told(0).contains("the disk is full") && told(0).contains("7 wait"), told(0))
    assert(told(1).contains("again, after") && told(1).contains("it is away"), told(1))

  test("a write is late until it succeeds, and then no more"):
    val outage = new Outage("500 milliseconds", () => 7)
    val late, failing, done = new outage.Write
    done.done()
    done.overdue("5 seconds")
    assertEquals((outage.isLate, outage.failure), (false, None))
    failing.failed("it is away")
    assert(!outage.isLate)
    for write <- Seq(late, failing) do write.overdue("5 seconds")
    assertEquals(outage.failure.map(_.why), Some("it has not answered for 5 seconds"))
    failing.done()
    assert(outage.isLate)
    late.done()
    assertEquals((outage.isLate, outage.failure), (false, None))
end OutageSuite
