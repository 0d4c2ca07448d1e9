package eddy.launcher

import java.util.logging.{Level, LogRecord}

class LogFormatSuite extends eddy.testing.PatientSuite:
  test("connections of JGroups that are closed from both ends are no news, and what else fails there is"):
    def isNews(text: String, thrown: java.io.IOException | Null = null) =
      val record = new LogRecord(Level.SEVERE, text)
      record.setThrown(thrown)
      !LogFormat.isOrdinaryEnd(record)
    assert(!isNews("127.0.0.1:7801: failed sending graceful close to 127.0.0.1:7800: Broken pipe"))
    assert(!isNews("127.0.0.1:7800: failed handling message", java.io.IOException("Stream closed")))
    assert(isNews("127.0.0.1:7800: failed handling message", java.io.IOException("Connection reset")))
    assert(isNews("127.0.0.1:7800: failed handling message"))
    assert(isNews("JGRP000032: no physical address"))

  test(
    "acknowledgements that a lost connection to ActiveMQ cannot take are no news, and what else fails there is"
  ):
    val late = "ID:host-41049-1795634733261-3:1:2:1 failed to deliver acknowledgements"
    def isNews(text: String, thrown: Throwable | Null = null) =
      val record = new LogRecord(Level.SEVERE, text)
      record.setThrown(thrown)
      !LogFormat.isLateAcknowledgement(record)
    def failure(why: String, cause: Throwable | Null = null) = Exception(why, cause)
    val lost = "Cannot send, channel has already failed: tcp://127.0.0.1:61616"
    assert(!isNews(late, failure(lost, java.io.IOException(lost))))
    assert(!isNews(late, failure("The connection is already closed")))
    assert(isNews(late))
    assert(isNews(late, failure("Invalid acknowledgment", IllegalStateException("no such message"))))
    assert(isNews("ID:x Exception while processing message", failure(lost, java.io.IOException(lost))))
end LogFormatSuite
