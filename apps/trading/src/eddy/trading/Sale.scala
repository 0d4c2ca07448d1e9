package eddy.trading

/** A trade as everybody may see it.
  *
  * @param number in its market, from 1 without gaps
  * @param millis since 1970
  * @param side of who came later
  */
final case class Sale(number: Long, millis: Long, price: Price, quantity: Quantity, side: Side)
    derives CanEqual
