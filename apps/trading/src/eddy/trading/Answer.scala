package eddy.trading

import scala.concurrent.Future

/** What became of a command. */
enum Answer:
  /** It was done.
    *
    * @param order which it was about: for a placed one its new id
    * @param events what it did, in order; of a repeated one none
    * @param durable when it is in the database for good, with the keys of its trades there (`trade.id`). It waits as long
    *   as the database does not answer; for ever where there is none, and after another process has taken it over
    * @param repeated the key was known: the order had been placed before, and nothing was done now
    */
  case Done(
      order: OrderId,
      events: Vector[MarketEvent],
      durable: Future[Vector[Long]],
      repeated: Boolean = false
  )

  /** It breaks a rule, and nothing was done. */
  case Rejected(rule: Rule)

  /** The key was used before for another order, of this id; nothing was done. */
  case KeyTaken(order: OrderId)

  /** No market has this product or this number; nothing was done. */
  case NoMarket

  /** Too much to do: nothing was done, try again in a while. */
  case Busy(why: Congestion)

  /** Nobody knows yet: it waits, or its engine has failed while it was at it; it may have been done, or be done later. Ask
    * with the same key.
    */
  case Late

  /** The time to answer was over before an engine got the command: nothing was done, and nothing will be. */
  case NotBegun
end Answer

/** Why an [[Exchange]] refuses. */
enum Congestion(val text: String) derives CanEqual:
  case EngineFull extends Congestion("the market engine has as many orders waiting as it may")
  case BacklogFull extends Congestion(
        "as many orders and cancellations wait for the database as may, which is slow or away"
      )
  case DatabaseLate extends Congestion(
        "an order has waited too long for the database, which is slow or away"
      )
  case MarketAway extends Congestion(
        "the market is made again from its journal, and as many orders wait for it as may"
      )
  case DatabaseTaken
      extends Congestion("another process has taken over the database, and this one does nothing more")
  case Closing extends Congestion("the service is about to stop")
  case EngineDown extends Congestion(
        "the market has failed, and is halted until the service is restarted"
      )
end Congestion

/** Names an order before it has an id, so that it can be sent again without being placed twice: 1 to 64 characters from `!`
  * to `~`. Each trader has keys of their own in each market.
  */
opaque type OrderKey = String

object OrderKey:
  def from(text: String): Option[OrderKey] =
    Option.when(text.nonEmpty && text.length <= 64 && text.forall(c => c >= '!' && c <= '~'))(text)

  /** @throws IllegalArgumentException when it is no such text */
  def apply(text: String): OrderKey = from(text).getOrElse(
    throw IllegalArgumentException(
      s"key \"$text\": a key has 1 to 64 printable ASCII characters and no spaces"
    )
  )
  given CanEqual[OrderKey, OrderKey] = CanEqual.derived
  extension (key: OrderKey) def text: String = key
end OrderKey
