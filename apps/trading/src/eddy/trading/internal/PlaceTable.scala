package eddy.trading.internal

/** Places by the numbers that stand there, by open addressing with linear probing as in [[OrderTable]]: nothing but an array.
  *
  * @param numberAt of a place that is in the table
  */
private[trading] final class PlaceTable(numberAt: Int => Long):
  // place + 1; 0 for none
  private var slots = new Array[Int](128)
  private var mask = slots.length - 1
  private var count = 0

  def size: Int = count

  /** -1 when it is not there. */
  def find(number: Long): Int =
    var slot = OrderTable.home(number, mask)
    while slots(slot) != 0 && numberAt(slots(slot) - 1) != number do slot = (slot + 1) & mask
    slots(slot) - 1

  /** One whose number is not there yet. */
  def add(place: Int): Unit =
    if count * 2 >= slots.length then grow()
    put(place)
    count += 1

  /** While its number still stands there. Moves those back that had to give way to it. */
  def remove(place: Int): Unit =
    var hole = homeOf(place)
    while slots(hole) != place + 1 do hole = (hole + 1) & mask
    var slot = (hole + 1) & mask
    while slots(slot) != 0 do
      if ((slot - homeOf(slots(slot) - 1)) & mask) >= ((slot - hole) & mask) then
        slots(hole) = slots(slot)
        hole = slot
      slot = (slot + 1) & mask
    slots(hole) = 0
    count -= 1

  private def put(place: Int): Unit =
    var slot = homeOf(place)
    while slots(slot) != 0 do slot = (slot + 1) & mask
    slots(slot) = place + 1

  private def grow(): Unit =
    val old = slots
    slots = new Array[Int](old.length * 2)
    mask = slots.length - 1
    for place <- old do if place != 0 then put(place - 1)

  private def homeOf(place: Int) = OrderTable.home(numberAt(place), mask)
end PlaceTable
