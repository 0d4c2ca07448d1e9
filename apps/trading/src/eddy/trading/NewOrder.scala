package eddy.trading

enum Side derives CanEqual:
  case Buy, Sell

/** At what price an order trades, and from when on. */
enum OrderKind derives CanEqual:
  /** At this price or a better one. */
  case Limit(price: Price)

  /** At any price. */
  case Market

  /** Waits unseen until a trade was at `trigger` or beyond it (for a buyer above, for a seller below), then
    * is a market order.
    */
  case Stop(trigger: Price)

  /** As `Stop`, but then is a limit order. */
  case StopLimit(trigger: Price, price: Price)

/** How long an order stands. A stop order waits for its trigger also with the last two, which count from
  * then on.
  */
enum Lifetime derives CanEqual:
  case UntilCancelled

  /** Until this time, in milliseconds since 1970: at that moment it no longer trades. */
  case Until(millis: Long)

  /** So many milliseconds from when the market takes it: nobody else's clock matters. */
  case For(millis: Long)

  /** What does not trade at once is cancelled. */
  case Immediate

  /** All of it trades at once, or none. */
  case AllOrNothing
end Lifetime

object Lifetime:
  /** Of [[Lifetime.For]]: ten years. */
  val MaxMillis: Long = 3652L * 24 * 3600 * 1000

/** What a trader wants.
  *
  * @param postOnly it never trades when it arrives: it is cancelled if it would
  */
final case class NewOrder(
    trader: TraderId,
    side: Side,
    quantity: Quantity,
    kind: OrderKind,
    lifetime: Lifetime = Lifetime.UntilCancelled,
    postOnly: Boolean = false
) derives CanEqual:
  /** The rule that it breaks whatever the book holds, at this time. */
  def brokenRule(now: Long): Option[Rule] =
    val immediate = lifetime == Lifetime.Immediate || lifetime == Lifetime.AllOrNothing
    kind match
      case OrderKind.Market if !immediate => Some(Rule.MarketStands)
      case OrderKind.Market | OrderKind.Stop(_) if postOnly => Some(Rule.PostOnlyTakes)
      case _ if postOnly && immediate => Some(Rule.PostOnlyTakes)
      case _ =>
        lifetime match
          case Lifetime.Until(end) if end <= now => Some(Rule.EndPassed)
          case Lifetime.For(millis) if millis <= 0 || millis > Lifetime.MaxMillis => Some(Rule.EndPassed)
          case _ => None

  /** With the time at which it ends, for one that the market takes at `now`. */
  private[trading] def at(now: Long): NewOrder = lifetime match
    case Lifetime.For(millis) => copy(lifetime = Lifetime.Until(now + millis))
    case _ => this
end NewOrder

/** What is asked of a market, and kept in its journal: the same commands at the same times give the same
  * trades.
  */
enum Command derives CanEqual:
  case Place(order: NewOrder)
  case Cancel(order: OrderId, trader: TraderId)

  /** `quantity` counts what has traded already: it is what the order is for in all, so that trades under way
    * never make it
    * more. Without a `price` it keeps its own. It keeps its place in the queue when the price stays and no
    * more is open than
    * before; otherwise it is as if it arrived now, and may trade. A waiting stop order keeps its place with
    * another limit.
    */
  case Replace(order: OrderId, trader: TraderId, quantity: Quantity, price: Option[Price] = None)

  /** Cancels orders, at most `most`: of one trader, the oldest first, or of all. Orders placed after
    * `newest` stay. For operators.
    */
  case CancelAll(trader: Option[TraderId], most: Int, newest: Option[OrderId] = None)

  /** Ends the orders whose time is over; every other command does so first. */
  case Expire

  /** Sets the market's time back to that of this command, since the clock was set back. No other command
    * does.
    */
  case TurnBack

  /** From now on orders of one trader that meet are treated so. It stands in the journal like all that
    * trades depend on.
    */
  case SelfTrading(mode: SelfTrade)
end Command
