package eddy.web

import eddy.state.Confined

/** Texts that a service keeps for one browser, in a signed cookie: see [[Sessions]] and [[Request.session]].
  * Changes are sent with the head of the response, unless that says that the server failed (5xx).
  *
  * For the handlers of its request, one at a time.
  */
@Confined
final class Session private[web] (
    private[web] val start: Map[String, String],
    private[web] val createdSeconds: Long,
    check: Map[String, String] => Unit
):
  @volatile private var current = start
  @volatile private[web] var isUsed = false

  /** Removes everything that the session held, and starts its time again. */
  @volatile private[web] var isNew: Boolean = start.isEmpty

  /** Its cookie has gone out. */
  @volatile private[web] var isClosed = false

  /** All its entries, with those that Eddy keeps there. */
  def values: Map[String, String] =
    isUsed = true
    current

  def get(name: String): Option[String] = values.get(name)

  /** Sets a value.
    * @throws IllegalArgumentException when the cookie would be too large for browsers
    * @throws IllegalStateException when the response has begun, or the request was a WebSocket's handshake
    */
  def update(name: String, value: String): Unit = become(current.updated(name, value))

  /** Takes a value out; throws as [[update]]. */
  def remove(name: String): Unit = become(current - name)

  /** Takes everything out, and so ends it: at logout, and at login, so that nothing of before stays. */
  def clear(): Unit =
    become(Map.empty)
    isNew = true

  private[web] def isChanged: Boolean = current != start

  /** It was emptied and filled again, perhaps with the same values. */
  private[web] def isRenewed: Boolean = isNew && start.nonEmpty
  private[web] def now: Map[String, String] = current

  private def become(values: Map[String, String]): Unit =
    if isClosed then
      throw IllegalStateException(
        "the session's cookie has gone out with the response's head: change it before"
      )
    check(values)
    isUsed = true
    current = values
end Session

object Session:
  private[web] val key = Attribute[Session]("session")
