package eddy.push.redis.internal

/** Messages that a server sends without a request. Called on Lettuce's threads; must not block. Pub/Sub
  * messages of one [[Link]] come in order, after the [[subscribed]] of their name.
  */
private[redis] trait Incoming:
  def subscribed(link: Link, name: String): Unit

  /** The server did not let this name or glob be subscribed. */
  def refused(link: Link, name: String, cause: Throwable): Unit

  /** The server does not serve this name any more: its slot has moved. */
  def ended(link: Link, name: String): Unit

  def arrived(link: Link, name: String, payload: Array[Byte]): Unit

  def arrivedFor(link: Link, glob: String, name: String, payload: Array[Byte]): Unit

  /** A key that was read has changed since; null: every key. */
  def changed(link: Link, key: String | Null): Unit
end Incoming
