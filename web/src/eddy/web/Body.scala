package eddy.web

import eddy.web.internal.Checks.inRange

/** How a route takes the bodies of its requests. Checked at construction. */
sealed trait Body:
  /** Larger bodies are answered with 413, before or during their arrival; `None`: [[Limits.maxBodyBytes]].
    */
  private[eddy] def limit: Option[Long]

object Body:
  /** Received whole, and held in memory, before the handler runs.
    * @param maxBytes a limit of the route's own; without one it is that of the server
    * @param gunzip whether bodies may come compressed (Content-Encoding: gzip), and are expanded when they
    *   are read, to `maxBytes` at most; other routes answer such requests with 415
    */
  final case class Whole(maxBytes: Option[Int] = None, gunzip: Boolean = false) extends Body:
    maxBytes.foreach(inRange("maxBytes", _, 0, 1024 * 1024 * 1024, "a body is held in memory"))
    private[eddy] def limit: Option[Long] = maxBytes.map(_.toLong)

  object Whole:
    def apply(maxBytes: Int): Whole = new Whole(Some(maxBytes))
    def apply(maxBytes: Int, gunzip: Boolean): Whole = new Whole(Some(maxBytes), gunzip)

  /** Read by the handler while it arrives ([[Request.body]]): the handler runs when the header has arrived.
    * The client is read no faster than the handler asks for more, so that memory does not grow with the body.
    *
    * @param maxBytes more is answered with 413; `Long.MaxValue` for any length
    * @param bufferBytes held for a handler that is slower than its client. The bytes of one read of the
    *   socket come on top: up to 64 KiB, and as much again when the client ends its side.
    * @param minBytesPerSecond a client that is slower over all the time in which it was waited for gets 408;
    *   so does one that sends nothing for `Timeouts.body`. Waiting for the handler does not count.
    */
  final case class Streamed(
      maxBytes: Long = 64L * 1024 * 1024,
      bufferBytes: Int = 64 * 1024,
      minBytesPerSecond: Int = 240
  ) extends Body:
    require(maxBytes >= 0, s"maxBytes = $maxBytes: must not be negative (Long.MaxValue allows any length)")
    inRange("bufferBytes", bufferBytes, 1024, 64 * 1024 * 1024, "each slow handler may hold as much")
    inRange("minBytesPerSecond", minBytesPerSecond, 1, 1024 * 1024 * 1024, "240 suits slow telephones too")
    private[eddy] def limit: Option[Long] = Some(maxBytes)
end Body
