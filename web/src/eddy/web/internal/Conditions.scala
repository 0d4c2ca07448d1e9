package eddy.web.internal

import eddy.web.Request

/** What the conditions of a request come to. */
private[eddy] enum Condition derives CanEqual:
  case Holds

  /** The client's copy, which has this tag, is still good: 304. */
  case Unchanged(tag: String)

  /** The file is not the one that the client means: 412. */
  case Failed

/** Conditional requests for files, by GET or HEAD (RFC 9110, section 13). */
private[eddy] object Conditions:
  /** In the order of section 13.2.2: each date counts only without the tags that say the same better.
    * @param present tags of the possible answers, best first
    */
  def of(request: Request, file: StoredFile, present: Seq[String]): Condition =
    val isMeant = tags(request, "If-Match") match
      case Some(tags) => tags == Seq("*") || present.exists(tag => !isWeak(tag) && tags.contains(tag))
      case None => date(request, "If-Unmodified-Since").forall(isOfThatTime(_, file))
    // by weak comparison (section 8.8.3.2)
    def unchanged: Option[String] = tags(request, "If-None-Match") match
      case Some(Seq("*")) => Some(present.head)
      case Some(tags) => present.find(tag => tags.exists(bare(_) == bare(tag)))
      case None => date(request, "If-Modified-Since").filter(isOfThatTime(_, file)).map(_ => present.head)
    if !isMeant then Condition.Failed
    else
      unchanged match
        case Some(tag) => Condition.Unchanged(tag)
        case None => Condition.Holds

  /** Whether a range may be answered: without If-Range, or when that names the present bytes strongly. */
  def rangeApplies(request: Request, file: StoredFile): Boolean =
    request.header("If-Range") match
      case None => true
      case Some(given_) if given_.startsWith("\"") => given_ == file.tag
      case Some(date) => file.hasSureDate && HttpDate.parse(date) == file.modifiedSecond

  /** A copy of that time is the present one. Where other contents may have had the same date, it never is.
    */
  private def isOfThatTime(second: Long, file: StoredFile): Boolean =
    file.hasSureDate && second >= file.modifiedSecond

  private def isWeak(tag: String) = tag.startsWith("W/")
  private def bare(tag: String) = tag.stripPrefix("W/")

  private def tags(request: Request, name: String): Option[Seq[String]] =
    val all = request.headers.collect { case (n, value) if n.equalsIgnoreCase(name) => value }
    Option.when(all.nonEmpty)(all.flatMap(_.split(",")).map(_.strip))

  /** A value that is not a date counts as absent. */
  private def date(request: Request, name: String): Option[Long] =
    request.header(name).map(HttpDate.parse).filter(_ >= 0)
end Conditions
