package eddy.web.internal

import eddy.web.Request

/** What part of a file a request wants (RFC 9110, section 14). */
private[eddy] enum ByteRange derives CanEqual:
  case Whole, Unsatisfiable
  case Part(from: Long, until: Long)

private[eddy] object ByteRange:
  private val Single = "bytes=([0-9]{0,18})-([0-9]{0,18})".r

  /** Several ranges, and other units, are answered with the whole, as the RFC allows. */
  def of(request: Request, file: StoredFile): ByteRange =
    val size = file.size
    request.header("Range").map(_.strip) match
      case Some(Single(first: String, last: String))
          if request.method == "GET" && Conditions.rangeApplies(request, file) =>
        if first.isEmpty && last.isEmpty then Whole
        else if first.isEmpty then
          val n = last.toLong
          if n == 0 || size == 0 then Unsatisfiable else Part(math.max(0L, size - n), size)
        else
          val from = first.toLong
          val to = if last.isEmpty then Long.MaxValue else last.toLong
          if to < from then Whole // malformed, so to be ignored
          else if from >= size then Unsatisfiable
          else Part(from, math.min(to, size - 1) + 1)
      case _ => Whole
end ByteRange
