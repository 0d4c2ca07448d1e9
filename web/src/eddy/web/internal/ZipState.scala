package eddy.web.internal

/** Whether a compressed form of one content is worth its CPU time. Any thread.
  *
  * It is made when it is first asked for. Where the cache has dropped it since, it is made again only when it
  * has been asked for a number of times, which doubles up to a limit: so a folder that is larger than the
  * cache costs little more than its reading.
  *
  * @param possible by type and size
  */
private[eddy] final class ZipState(possible: Boolean):
  // guarded by this
  private var useless = !possible
  private var made = false
  private var asked = 0
  private var enough = ZipState.First

  /** Whether the compressed form is not known to be no shorter. */
  def isUseful: Boolean = synchronized(!useless)

  /** It is asked for and not in the cache.
    * @return whether it is to be made now
    */
  def wanted(): Boolean = synchronized:
    if useless then false
    else if !made then true
    else
      asked += 1
      asked >= enough

  /** @param shorter whether it is shorter than the content */
  def done(shorter: Boolean): Unit = synchronized:
    if made then enough = math.min(enough * 2, ZipState.Most)
    made = true
    asked = 0
    if !shorter then useless = true
end ZipState

private[eddy] object ZipState:
  private final val First = 8
  private final val Most = 64
