package eddy.web.internal

import java.time.format.{DateTimeFormatter, DateTimeParseException}
import java.time.{Instant, ZoneOffset}
import java.util.Locale

/** Dates as HTTP writes them (RFC 9110, section 5.6.7), to the second. */
private[eddy] object HttpDate:
  private val format =
    DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH).withZone(ZoneOffset.UTC)

  private final class Rendered(val second: Long, val text: String)
  @volatile private var latest = Rendered(0, render(0))

  /** The time now, rendered once a second. */
  def now: String =
    val second = System.currentTimeMillis / 1000
    val known = latest
    if known.second == second then known.text
    else
      val fresh = Rendered(second, render(second))
      latest = fresh
      fresh.text

  def render(epochSecond: Long): String = format.format(Instant.ofEpochSecond(epochSecond))

  /** Seconds since 1970, or -1 for anything but the one form that senders must write. */
  def parse(text: String): Long =
    try DateTimeFormatter.RFC_1123_DATE_TIME.parse(text, Instant.from(_)).getEpochSecond
    catch case _: DateTimeParseException => -1
end HttpDate
