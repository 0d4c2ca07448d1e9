package eddy.web.internal

import eddy.web.Request

/** Conditional requests (RFC 9110, section 13). */
private[eddy] object Conditions:
  /** Whether the client's copy is still good: by entity tag when it names one, by date otherwise. */
  def isUnchanged(request: Request, file: StoredFile, tag: String): Boolean =
    request.header("If-None-Match") match
      case Some(tags) => tags.strip == "*" || tags.split(",").exists(t => t.strip.stripPrefix("W/") == tag)
      case None => request.header("If-Modified-Since").map(HttpDate.parse).exists(s =>
          s >= 0 && s >= file.modifiedSecond
        )

  /** Whether a range may be answered: without If-Range, or when that names the present bytes strongly. */
  def rangeApplies(request: Request, file: StoredFile, tag: String): Boolean =
    request.header("If-Range") match
      case None => true
      case Some(given_) if given_.startsWith("\"") => given_ == tag
      case Some(date) => HttpDate.parse(date) == file.modifiedSecond
end Conditions
