package eddy.trading.internal

/** The price levels of one side that have orders, in arrays sorted so that the best is last: what happens near the touch
  * moves little. Finding a level costs a binary search, a new one a move of the levels that are better.
  *
  * @param highestFirst for buyers the best price is the highest
  */
private[trading] final class Ladder(highestFirst: Boolean):
  // prices, negated unless highestFirst: ascending
  private var keys = new Array[Long](64)
  private var levels = new Array[Level | Null](64)
  private var count = 0

  def size: Int = count
  def best: Level | Null = if count == 0 then null else levels(count - 1)

  /** The n-th best, from 0. */
  def apply(n: Int): Level = levels(count - 1 - n).nn

  /** Of all levels, best first, while nothing changes. */
  def orders: Iterator[Order] = Iterator.range(0, count).flatMap(apply(_).inOrder)

  /** As good as `price`, or better, for who waits at it. */
  def reaches(level: Level, price: Long): Boolean = key(level.price) >= key(price)

  def add(order: Order, price: Long): Unit =
    val index = find(key(price))
    if index >= 0 then levels(index).nn.add(order)
    else
      val level = new Level(price)
      insert(-index - 1, level)
      level.add(order)

  /** Out of its level, which goes when it is empty. */
  def remove(order: Order): Unit =
    val level = order.level.nn
    level.remove(order)
    if level.orders == 0 then
      val index = find(key(level.price))
      count -= 1
      System.arraycopy(keys, index + 1, keys, index, count - index)
      System.arraycopy(levels, index + 1, levels, index, count - index)
      levels(count) = null

  private def insert(index: Int, level: Level): Unit =
    if count == keys.length then
      keys = java.util.Arrays.copyOf(keys, count * 2)
      levels = java.util.Arrays.copyOf(levels, count * 2)
    System.arraycopy(keys, index, keys, index + 1, count - index)
    System.arraycopy(levels, index, levels, index + 1, count - index)
    keys(index) = key(level.price)
    levels(index) = level
    count += 1

  private def key(price: Long): Long = if highestFirst then price else -price

  /** Its index, or where it belongs as -index - 1. The best is asked for most often. */
  private def find(key: Long): Int =
    if count > 0 && keys(count - 1) == key then count - 1
    else java.util.Arrays.binarySearch(keys, 0, count, key)
end Ladder
