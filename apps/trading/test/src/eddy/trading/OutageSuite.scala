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
      outage.failed("the disk is full", again = false)
      outage.failed("it is away", again = false)
      for _ <- 1 to 5 do outage.failed("it is away", again = true)
      assertEquals(outage.failure.map(_.why), Some("it is away"))
      outage.ended()
      assert(outage.failure.isDefined)
      outage.ended()
      assertEquals(outage.failure, None)
    finally log.removeHandler(handler)
    val told = heard.asScala.toVector.filter(_.contains("the database takes"))
    assertEquals(told.size, 2, told.toString)
    assert(told(0).contains("the disk is full") && told(0).contains("7 wait"), told(0))
    assert(told(1).contains("again, after") && told(1).contains("it is away"), told(1))
end OutageSuite
