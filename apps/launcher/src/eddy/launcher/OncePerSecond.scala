package eddy.launcher

import java.util.logging.{Filter, LogRecord}

/** Of the records of a kind that others can cause at any rate, lets one a second pass, with the number of
  * records left out since the one before. Other records all pass. Any thread.
  */
private[launcher] final class OncePerSecond(isOfKind: LogRecord => Boolean) extends Filter:
  // both guarded by this
  private var until = Long.MinValue
  private var leftOut = 0L

  def isLoggable(record: LogRecord): Boolean = !isOfKind(record) || synchronized:
    val passes = record.getMillis >= until
    if passes then
      if leftOut > 0 then record.setMessage(s"${record.getMessage} ($leftOut more like this before)")
      until = record.getMillis + 1000
      leftOut = 0
    else leftOut += 1
    passes
end OncePerSecond
