package eddy.trading

/** What a command did, in order. */
enum MarketEvent derives CanEqual:
  /** It has an id, and trades, stands or waits from now on. */
  case Accepted(order: OrderId)

  /** @param number of the trade in its market, from 1 without gaps
    * @param maker the order that stood in the book: the trade is at its price
    * @param taker the order that arrived
    */
  case Traded(
      number: Long,
      price: Price,
      quantity: Quantity,
      maker: OrderId,
      makerTrader: TraderId,
      taker: OrderId,
      takerTrader: TraderId,
      takerSide: Side
  )

  /** @param lots what was open and is no more */
  case Cancelled(order: OrderId, lots: Long, reason: CancelReason)

  /** @param lots open now
    * @param inPlace it kept its place in the queue
    */
  case Replaced(order: OrderId, lots: Long, inPlace: Boolean)

  /** Nothing was done. */
  case Rejected(rule: Rule)

  /** A stop order arrives at the book. */
  case Triggered(order: OrderId)

  /** @param lots what was open and is no more */
  case Expired(order: OrderId, lots: Long)
end MarketEvent

enum CancelReason derives CanEqual:
  /** By its trader. */
  case Asked

  /** By an operator. */
  case Operator

  /** Nobody to trade with, for an order that does not stand. */
  case NothingToTake

  /** It was all or nothing. */
  case NotAll

  /** It was post-only. */
  case WouldTrade

  /** It met an order of its own trader; see [[SelfTrade]]. */
  case OwnOrder

  /** It was replaced by no more than had traded already. */
  case NothingLeft
end CancelReason

/** Why a command was rejected: what it breaks. */
enum Rule(val text: String) derives CanEqual:
  case MarketStands
      extends Rule("a market order must be immediate or all-or-nothing: it cannot stand in the book")
  case PostOnlyTakes
      extends Rule(
        "only a limit order that may stand in the book can be post-only: it must not be a market or stop order, immediate or all-or-nothing"
      )
  case EndPassed extends Rule("the time until which it is good must lie in the future")
  case UnknownOrder extends Rule("no such order is open")
  case ForeignOrder extends Rule("the order belongs to another trader")
  case NoLimit
      extends Rule("a stop order without a limit has no price to replace; cancel it and place another")
  case TraderFull
      extends Rule("the trader has as many open orders in this market as one may: cancel some first")
  case AddressFull
      extends Rule("as many orders are open from this address as may be from one: cancel some first")
  case BookFull extends Rule("the book holds as many open orders as it may")
  case ExchangeFull extends Rule("all books together hold as many open orders as they may")
end Rule
