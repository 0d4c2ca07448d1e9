package eddy.push

/** Which part of a channel's history.
  *
  * @param after the position before the first one; from one end when absent
  * @param limit at most as many; 0 asks for the top alone
  * @param reverse newest first, and before `after` in place of after it
  * @param maxBytes no more than have so many bytes together, about; the first comes however long it is
  */
final case class HistoryQuery(
    after: Option[Position] = None,
    limit: Int = 100,
    reverse: Boolean = false,
    maxBytes: Int = Int.MaxValue
) derives CanEqual

/** @param publications in order of offset, falling for a reversed query
  * @param top position of the newest publication; offset 0 when there was none in this epoch
  * @param complete whether nothing is missing between `after` and the first of them: false when the epoch is
  *   another one or what followed `after` is kept no more
  */
final case class HistoryPage(publications: Vector[Publication], top: Position, complete: Boolean)
    derives CanEqual
