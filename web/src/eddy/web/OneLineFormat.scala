package eddy.web

import java.io.{PrintWriter, StringWriter}
import java.time.ZoneId
import java.time.format.DateTimeFormatter
import java.util.logging.{Formatter, Level, LogRecord}

/** Writes a log record as one line, `12:30:05.123 INFO  web: text`, with the stack trace of its exception
  * below. The prefix `eddy.` of logger names is left out.
  *
  * A started server uses it on the console of a program that has configured no logging. Name it in a
  * `logging.properties` to use it with a configuration of your own:
  * {{{
  *   java.util.logging.ConsoleHandler.formatter = eddy.web.OneLineFormat
  * }}}
  */
final class OneLineFormat extends Formatter:
  override def format(record: LogRecord): String =
    val time = OneLineFormat.time.format(record.getInstant.atZone(OneLineFormat.zone))
    val logger = String.valueOf(record.getLoggerName).stripPrefix("eddy.")
    val text = OneLineFormat.oneLine(formatMessage(record))
    val line = s"$time ${OneLineFormat.name(record.getLevel)} $logger: $text\n"
    Option(record.getThrown).fold(line)(line + stackTrace(_))

  private def stackTrace(thrown: Throwable): String =
    val text = new StringWriter
    thrown.printStackTrace(new PrintWriter(text, true))
    text.toString
end OneLineFormat

private object OneLineFormat:
  private val time = DateTimeFormatter.ofPattern("HH:mm:ss.SSS")
  private val zone: ZoneId = ZoneId.systemDefault

  private def name(level: Level): String =
    if level.intValue >= Level.SEVERE.intValue then "ERROR"
    else if level.intValue >= Level.WARNING.intValue then "WARN "
    else if level.intValue >= Level.INFO.intValue then "INFO "
    else if level.intValue >= Level.FINE.intValue then "DEBUG"
    else "TRACE"

  /** A line break in a message could pass for a record of its own. */
  private def oneLine(message: String): String = message.flatMap:
    case '\n' => "\\n"
    case '\r' => "\\r"
    case c if c.isControl && c != '\t' => f"\\u${c.toInt}%04x"
    case c => c.toString
end OneLineFormat
