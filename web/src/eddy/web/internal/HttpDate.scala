package eddy.web.internal

import java.nio.charset.StandardCharsets.US_ASCII
import java.time.format.{DateTimeFormatter, DateTimeFormatterBuilder, DateTimeParseException}
import java.time.temporal.ChronoField
import java.time.{Instant, LocalDate, ZoneOffset}
import java.util.Locale

import io.netty.util.AsciiString

/** Dates as HTTP writes them (RFC 9110, section 5.6.7), to the second. */
private[eddy] object HttpDate:
  private val format =
    DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH).withZone(ZoneOffset.UTC)

  private final class Rendered(val second: Long, val text: String):
    val ascii: AsciiString = AsciiString.cached(text)
    val line: Array[Byte] = s"date: $text\r\n".getBytes(US_ASCII)

  @volatile private var latest = Rendered(0, render(0))

  /** The time now, rendered once a second. */
  def now: String = current.text

  /** The same as Netty writes it quickest. */
  def header: AsciiString = current.ascii

  /** The same as the line of a head; not to be changed. */
  def line: Array[Byte] = current.line

  private def current: Rendered =
    val second = System.currentTimeMillis / 1000
    val known = latest
    if known.second == second then known
    else
      val fresh = Rendered(second, render(second))
      latest = fresh
      fresh

  def render(epochSecond: Long): String = format.format(Instant.ofEpochSecond(epochSecond))

  /** The form that senders must write, and the two old ones that must still be understood. */
  private val forms = Seq(
    DateTimeFormatter.RFC_1123_DATE_TIME,
    DateTimeFormatterBuilder()
      .appendPattern("EEEE, dd-MMM-")
      // Two digits mean the year that is not more than 50 years in the future.
      .appendValueReduced(ChronoField.YEAR, 2, 2, LocalDate.now(ZoneOffset.UTC).plusYears(-49))
      .appendPattern(" HH:mm:ss 'GMT'")
      .toFormatter(Locale.ENGLISH)
      .withZone(ZoneOffset.UTC),
    DateTimeFormatter.ofPattern("EEE MMM ppd HH:mm:ss yyyy", Locale.ENGLISH).withZone(ZoneOffset.UTC)
  )

  /** Seconds since 1970, or -1 for an invalid date. */
  def parse(text: String): Long =
    forms.iterator.map(parseAs(_, text)).find(_ >= 0).getOrElse(-1L)

  private def parseAs(form: DateTimeFormatter, text: String): Long =
    try form.parse(text, Instant.from(_)).getEpochSecond
    catch case _: DateTimeParseException => -1
end HttpDate
