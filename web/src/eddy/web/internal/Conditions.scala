package eddy.web.internal

import eddy.web.Request

/** What the conditions of a request come to. */
private[eddy] enum Condition derives CanEqual:
  case Holds

  /** The client's copy is still good: 304. */
  case Unchanged

  /** The file is not the one that the client means: 412. */
  case Failed

/** Conditional requests for files, by GET or HEAD (RFC 9110, section 13). */
private[eddy] object Conditions:
  /** In the order of section 13.2.2: each date counts only without the tags that say the same better. */
  def of(request: Request, file: StoredFile, tag: String): Condition =
    val isMeant = tags(request, "If-Match") match
      case Some(tags) => names(tags, tag)
      case None => date(request, "If-Unmodified-Since").forall(_ >= file.modifiedSecond)
    def isUnchanged = tags(request, "If-None-Match") match
      case Some(tags) => names(tags.map(_.stripPrefix("W/")), tag)
      case None => date(request, "If-Modified-Since").exists(_ >= file.modifiedSecond)
    if !isMeant then Condition.Failed else if isUnchanged then Condition.Unchanged else Condition.Holds

  /** Whether a range may be answered: without If-Range, or when that names the present bytes strongly. */
  def rangeApplies(request: Request, file: StoredFile, tag: String): Boolean =
    request.header("If-Range") match
      case None => true
      case Some(given_) if given_.startsWith("\"") => given_ == tag
      case Some(date) => HttpDate.parse(date) == file.modifiedSecond

  /** By strong comparison (section 8.8.3.2): a weak tag is not `tag`, which is strong. */
  private def names(tags: Seq[String], tag: String): Boolean = tags == Seq("*") || tags.contains(tag)

  private def tags(request: Request, name: String): Option[Seq[String]] =
    val all = request.headers.collect { case (n, value) if n.equalsIgnoreCase(name) => value }
    Option.when(all.nonEmpty)(all.flatMap(_.split(",")).map(_.strip))

  /** What is no date counts as not there. */
  private def date(request: Request, name: String): Option[Long] =
    request.header(name).map(HttpDate.parse).filter(_ >= 0)
end Conditions
