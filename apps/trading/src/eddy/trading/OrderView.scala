package eddy.trading

enum OrderState derives CanEqual:
  /** For its trigger. */
  case Waiting
  case Open, Filled, Cancelled, Expired

/** An order as it is, or as it was when it ended.
  *
  * @param price its limit now
  * @param quantity in all, what has traded included
  * @param filled lots that have traded
  */
final case class OrderView(
    order: OrderId,
    asked: NewOrder,
    price: Option[Price],
    quantity: Quantity,
    filled: Long,
    state: OrderState
) derives CanEqual
