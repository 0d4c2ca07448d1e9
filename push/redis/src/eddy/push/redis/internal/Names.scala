package eddy.push.redis.internal

import io.lettuce.core.cluster.SlotHash

/** What Eddy's things are called in Redis. All of one channel lie in one slot of a Cluster, by the hash tag,
  * which is never empty:
  * {{{
  *   prefix:{.channel}        the channel of Pub/Sub
  *   prefix:{.channel}:s      its history, a stream
  *   prefix:{.channel}:m      the top of its history, a hash
  *   prefix:{.channel}:k:key  a key that was published lately
  * }}}
  */
private[redis] final class Names(prefix: String, isCluster: Boolean):
  private val before = s"$prefix:{."

  def pubSub(channel: String): String = s"$before$channel}"
  def stream(channel: String): String = s"$before$channel}:s"
  def meta(channel: String): String = s"$before$channel}:m"
  def key(channel: String, key: String): String = s"$before$channel}:k:$key"

  /** Its hash slot in a Cluster; 0 elsewhere. */
  def slot(channel: String): Int = if isCluster then SlotHash.getSlot(pubSub(channel)) else 0

  /** The channel of a name of [[pubSub]]. */
  def channelOf(pubSub: String): String = pubSub.substring(before.length, pubSub.length - 1).nn

  /** The channel of a name of [[stream]] or [[meta]]; null for others. */
  def channelOfKey(key: String): String | Null =
    if key.startsWith(before) && (key.endsWith("}:s") || key.endsWith("}:m")) then
      key.substring(before.length, key.length - 3)
    else null

  /** What PSUBSCRIBE takes. Redis's `*` also stands for slashes: it also matches other names than `pattern`
    * does.
    */
  def glob(pattern: String): String =
    val segments = pattern.split("/", -1).nn.iterator.map: segment =>
      if segment == "*" || segment == "**" then "*" else quoted(segment.nn)
    s"$before${segments.mkString("/")}}"

  private def quoted(segment: String): String =
    segment.flatMap(c => if "*?[]\\^".indexOf(c) >= 0 then s"\\$c" else c.toString)
end Names
