package eddy.web

import java.util.logging.{Level, LogRecord}

class OneLineFormatSuite extends eddy.testing.PatientSuite:
  private def line(level: Level, logger: String, message: String): String =
    val record = new LogRecord(level, message)
    record.setLoggerName(logger)
    new OneLineFormat().format(record)

  test("a record is one line: time, level, logger, message"):
    val text = line(Level.WARNING, "eddy.web", "slow client")
    assert(text.matches("\\d\\d:\\d\\d:\\d\\d\\.\\d{3} WARN  web: slow client\n"), text)

  test("a line break or an escape in a message makes no further line and moves no cursor"):
    val text = line(Level.INFO, "eddy.web", "a\r\nb\u001b[2J")
    assert(text.endsWith("a\\r\\nb\\u001b[2J\n"), text)

  test("a failure is followed by its stack trace"):
    val record = new LogRecord(Level.SEVERE, "failed")
    record.setThrown(new IllegalStateException("boom"))
    val lines = new OneLineFormat().format(record).linesIterator.toSeq
    assert(lines(0).endsWith("failed"), lines)
    assertEquals(lines(1), "java.lang.IllegalStateException: boom")
end OneLineFormatSuite
