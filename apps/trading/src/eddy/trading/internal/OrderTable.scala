package eddy.trading.internal

/** Orders by their number in the market, by open addressing with linear probing: no object for an entry, and no markers
  * left by those that went.
  */
private[trading] final class OrderTable:
  private var slots = new Array[Order | Null](1024)
  private var mask = slots.length - 1
  private var count = 0

  def size: Int = count

  def get(number: Long): Order | Null =
    var slot = home(number)
    var order = slots(slot)
    while order != null && order.id.order != number do
      slot = (slot + 1) & mask
      order = slots(slot)
    order

  /** One that is not there yet. */
  def add(order: Order): Unit =
    if count * 2 >= slots.length then grow()
    put(order)
    count += 1

  /** Moves those back that had to give way to it (Knuth, The Art of Computer Programming, 6.4, algorithm R). */
  def remove(order: Order): Unit =
    var hole = home(order.id.order)
    while slots(hole) ne order do hole = (hole + 1) & mask
    var slot = (hole + 1) & mask
    var next = slots(slot)
    while next != null do
      // it may move to the hole unless its home lies behind that
      if ((slot - home(next.id.order)) & mask) >= ((slot - hole) & mask) then
        slots(hole) = next
        hole = slot
      slot = (slot + 1) & mask
      next = slots(slot)
    slots(hole) = null
    count -= 1

  private def put(order: Order): Unit =
    var slot = home(order.id.order)
    while slots(slot) != null do slot = (slot + 1) & mask
    slots(slot) = order

  private def grow(): Unit =
    val old = slots
    slots = new Array[Order | Null](old.length * 2)
    mask = slots.length - 1
    for order <- old do if order != null then put(order)

  private def home(number: Long) = OrderTable.home(number, mask)
end OrderTable

private[internal] object OrderTable:
  /** Fibonacci hashing: neighbours are spread, so that old orders make no long runs. */
  def home(number: Long, mask: Int): Int = ((number * 0x9e3779b97f4a7c15L) >>> 32).toInt & mask
