package eddy.push.redis.internal

import scala.collection.mutable.ArrayBuffer

/** What Pub/Sub brings while the stream is read. Bounded: when it is full it keeps nothing, and the stream is
  * read once more.
  */
private[redis] final class Tail(messages: Int):
  private val kept = ArrayBuffer.empty[Payload]
  private var count = 0
  private var bytes = 0L
  private var lost = false

  def add(payload: Payload): Unit =
    count += payload.count
    bytes += payload.length
    if count > messages && kept.nonEmpty || bytes > Tail.MaxBytes then
      kept.clear()
      lost = true
    else if !lost then kept += payload

  /** Whether all of them pass; false too when some were not kept. Ends with the first that does not. */
  def forall(pass: Payload => Boolean): Boolean = !lost && kept.forall(pass)

  def clear(): Unit =
    kept.clear()
    count = 0
    bytes = 0
    lost = false
end Tail

private[redis] object Tail:
  private final val MaxBytes = 1024L * 1024
