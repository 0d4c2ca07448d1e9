package eddy.web.internal

import eddy.runtime.Engine

import java.lang.System.Logger.Level.{INFO, WARNING}
import java.time.format.DateTimeFormatter
import java.time.{Instant, ZoneId}
import java.util.Locale
import java.util.concurrent.atomic.{AtomicInteger, AtomicLong}

/** One line for each request, in the combined format with duration and id, to the System.Logger
  * `eddy.access`:
  * {{{
  *   127.0.0.1 - - [21/Nov/2026:11:00:00 +0000] "GET /hello HTTP/1.1" 200 12 "-" "curl/8.0" 1.234ms 0f3a9c1b-42
  * }}}
  * The values of secret parameters are masked ([[SecretValues]]). The id of the trace follows, where
  * requests are followed. Lines are written on the engine, as a log may block; when it does for long, lines
  * are dropped and counted.
  */
private[eddy] final class AccessLog(engine: Engine):
  private val logger = System.getLogger("eddy.access")
  private val unit = engine.unit()
  private val queued = AtomicInteger()
  private val dropped = AtomicLong()

  /** On the I/O thread. */
  def finished(exchange: Exchange, now: Long): Unit =
    if logger.isLoggable(INFO) then
      if queued.get >= AccessLog.MaxQueued then dropped.incrementAndGet(): Unit
      else
        queued.incrementAndGet(): Unit
        val at = System.currentTimeMillis
        val nanos = now - exchange.arrivedNanos
        val status = exchange.status
        val bytes = exchange.bytesOut
        unit.submit: () =>
          queued.decrementAndGet(): Unit
          val lost = dropped.getAndSet(0)
          if lost > 0 then
            logger.log(WARNING, s"$lost lines of the access log were dropped: the logger is too slow")
          logger.log(INFO, AccessLog.line(exchange, at, nanos, status, bytes))
end AccessLog

private[eddy] object AccessLog:
  private val MaxQueued = 10_000
  private val time =
    DateTimeFormatter.ofPattern("dd/MMM/yyyy:HH:mm:ss Z", Locale.ENGLISH).withZone(ZoneId.systemDefault)

  private[internal] def line(
      exchange: Exchange,
      atMillis: Long,
      nanos: Long,
      status: Int,
      bytes: Long
  ): String =
    val http = exchange.http
    val out = java.lang.StringBuilder(200)
    out.append(exchange.remoteAddress.getAddress.getHostAddress).append(" - - [")
    out.append(time.format(Instant.ofEpochMilli(atMillis))).append("] \"")
    out.append(exchange.method).append(' ')
    escape(exchange.shownTarget, out)
    out.append(' ').append(http.protocolVersion.text).append("\" ")
    out.append(status).append(' ').append(bytes).append(" \"")
    val referer = http.headers.get("Referer")
    escape(if referer == null then null else exchange.core.secrets.masked(referer), out)
    out.append("\" \"")
    escape(http.headers.get("User-Agent"), out)
    val micros = nanos / 1000
    out.append("\" ").append(micros / 1000).append('.').append(f"${micros % 1000}%03d").append("ms ")
    out.append(exchange.id)
    val trace = exchange.traceId
    if trace != null then out.append(' ').append(trace): Unit
    out.toString
  end line

  /** Clients choose these texts: no character of theirs may end the line or the quotes, or reach a terminal.
    */
  private[internal] def escape(text: String | Null, out: java.lang.StringBuilder): Unit =
    if text == null then out.append('-'): Unit
    else
      text.foreach: c =>
        if c == '"' || c == '\\' then out.append('\\').append(c): Unit
        else if c >= ' ' && c < 127 then out.append(c): Unit
        else out.append(f"\\x${c.toInt}%02x"): Unit
end AccessLog
