package eddy.bench.peers

/** Times of up to `count` round trips. Used by one thread at a time. */
final class Trips(count: Int):
  private val nanos = new Array[Long](count)
  private var size = 0

  def add(time: Long): Unit =
    nanos(size) = time
    size += 1

  /** The time within which the share `q` of them were over. */
  def quantile(q: Double): Long =
    val sorted = nanos.take(size).sorted
    sorted(math.min(size - 1, (size * q).toInt))
