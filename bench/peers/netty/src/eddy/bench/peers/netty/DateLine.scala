package eddy.bench.peers.netty

import java.time.format.DateTimeFormatter
import java.time.{ZoneOffset, ZonedDateTime}
import java.util.concurrent.TimeUnit.SECONDS

import io.netty.channel.EventLoopGroup
import io.netty.util.AsciiString

/** The value of the header Date, made anew each second. */
private[netty] final class DateLine:
  @volatile private var line = DateLine.now

  def value: AsciiString = line

private[netty] object DateLine:
  def keptBy(loops: EventLoopGroup): DateLine =
    val date = new DateLine
    val _ = loops.scheduleAtFixedRate(() => date.line = now, 1, 1, SECONDS)
    date

  private def now =
    AsciiString(DateTimeFormatter.RFC_1123_DATE_TIME.format(ZonedDateTime.now(ZoneOffset.UTC)))
