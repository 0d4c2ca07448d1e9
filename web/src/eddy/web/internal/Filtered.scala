package eddy.web.internal

import eddy.web.{Attribute, Response, ResponseHead}

import io.netty.handler.codec.http.HttpHeaders

/** What the filters of a request leave for its handler and its response. */
private[eddy] final class Filtered:
  // guarded by this for writing
  @volatile private var attributes = Map.empty[Attribute[?], Any]
  private var changes = List.empty[ResponseHead => Unit]
  private var code = List.empty[AnyRef]

  /** The response as left by filters that ran before the body had come. Used by one event after another. */
  @volatile var response: Response | Null = null

  /** The headers that every answer has; not changed any more once it is set. */
  @volatile var headers: HttpHeaders | Null = null

  def set[A](key: Attribute[A], value: A): Unit = synchronized:
    attributes = attributes.updated(key, value)

  def get[A](key: Attribute[A]): Option[A] = attributes.get(key).asInstanceOf[Option[A]]

  /** @param isOwn whether it is the server's own, and uses nothing shared */
  def onHead(change: ResponseHead => Unit, isOwn: Boolean): Unit = synchronized:
    changes = change :: changes
    if !isOwn then code = change :: code

  /** The application's functions that run when the response goes out. */
  def pendingCode: Seq[AnyRef] = synchronized(code)

  /** Each change is applied once: one that fails does not fail the answer which says so, too. */
  def change(status: Int, headers: HttpHeaders): Unit =
    val due = synchronized:
      val all = changes
      changes = Nil
      code = Nil
      all
    if due.nonEmpty then
      val head = NettyHead(status, headers)
      due.foreach(_(head))
end Filtered
