package eddy.launcher

import java.time.Instant
import java.util.logging.{Level, LogRecord}

class OncePerSecondSuite extends eddy.testing.PatientSuite:
  private def record(text: String, millis: Long): LogRecord =
    val made = LogRecord(Level.WARNING, text)
    made.setInstant(Instant.ofEpochMilli(millis))
    made

  test("of a kind that others can cause one record a second passes, with the number of those left out"):
    val filter = OncePerSecond(_.getMessage.nn.contains("stranger"))
    def passed(text: String, millis: Long) =
      val asked = record(text, millis)
      Option.when(filter.isLoggable(asked))(asked.getMessage)
    assertEquals(passed("a stranger", 5000), Some("a stranger"))
    for n <- 1 to 700 do assertEquals(passed("a stranger", 5000 + n), None)
    assertEquals(passed("a member", 5701), Some("a member"))
    assertEquals(passed("a stranger", 6000), Some("a stranger (700 more like this before)"))
    assertEquals(passed("a stranger", 7000), Some("a stranger"))
