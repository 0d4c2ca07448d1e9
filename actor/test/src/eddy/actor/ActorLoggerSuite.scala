package eddy.actor

import java.lang.System.Logger.Level
import java.util.concurrent.ConcurrentLinkedQueue
import java.util.logging.{Handler, LogRecord, Logger}
import scala.jdk.CollectionConverters.*

class ActorLoggerSuite extends ActorFixture:
  private val name = "eddy.actor.test.shop"

  private def recorded(body: => Unit): List[LogRecord] =
    val records = new ConcurrentLinkedQueue[LogRecord]()
    val logger = Logger.getLogger(name).nn
    val handler = new Handler:
      override def publish(record: LogRecord | Null): Unit = records.add(record): Unit
      override def flush(): Unit = ()
      override def close(): Unit = ()
    logger.addHandler(handler)
    try body
    finally logger.removeHandler(handler)
    records.asScala.toList

  test("a message of an actor's logger begins with the actor's name, and keeps level and exception"):
    val cause = IllegalStateException("empty")
    val records = recorded:
      val ref = actor.named[Int]("stock"):
        val log = actorLogger(name)
        log.log(Level.INFO, "begins")
        log.log(Level.WARNING, "sold {0} of {1}", 3, "tea")
        log.log(Level.ERROR, "failed", cause)
        log.log(Level.TRACE, "not shown")
        stop
      assertEndsWell(ref)
    assertEquals(
      records.map(record => (record.getLevel.nn.getName.nn, record.getMessage.nn)),
      List(
        ("INFO", "actor \"stock\": begins"),
        ("WARNING", "actor \"stock\": sold 3 of tea"),
        ("SEVERE", "actor \"stock\": failed")
      )
    )
    assertEquals(records.last.getThrown, cause)

  test("an actor's logger has the name and the levels of the platform's"):
    val loggers = new Probe[System.Logger]
    assertEndsWell(actor[Int] { loggers.ref ! actorLogger(name); stop })
    val log = loggers.next()
    assertEquals(log.getName, name)
    assert(log.isLoggable(Level.INFO))
    assert(!log.isLoggable(Level.TRACE))
end ActorLoggerSuite
