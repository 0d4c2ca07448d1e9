package eddy.trading.internal

import eddy.trading.{Lifetime, OrderKind, Price}

/** What an order is, as numbers; snapshots have them. */
private[trading] object OrderCode:
  def of(kind: OrderKind): Int = kind match
    case OrderKind.Limit(_) => 0
    case OrderKind.Market => 1
    case OrderKind.Stop(_) => 2
    case OrderKind.StopLimit(_, _) => 3

  /** In ticks; 0 without one. */
  def price(kind: OrderKind): Long = kind match
    case OrderKind.Limit(price) => price.ticks
    case OrderKind.StopLimit(_, price) => price.ticks
    case OrderKind.Market | OrderKind.Stop(_) => 0

  /** In ticks; 0 without one. */
  def trigger(kind: OrderKind): Long = kind match
    case OrderKind.Stop(trigger) => trigger.ticks
    case OrderKind.StopLimit(trigger, _) => trigger.ticks
    case OrderKind.Limit(_) | OrderKind.Market => 0

  /** @throws IllegalArgumentException when it is none */
  def kind(code: Int, price: Long, trigger: Long): OrderKind = code match
    case 0 => OrderKind.Limit(Price(price))
    case 1 => OrderKind.Market
    case 2 => OrderKind.Stop(Price(trigger))
    case 3 => OrderKind.StopLimit(Price(trigger), Price(price))
    case other => throw IllegalArgumentException(s"$other is no kind of order")

  def of(lifetime: Lifetime): Int = lifetime match
    case Lifetime.UntilCancelled => 0
    case Lifetime.Until(_) => 1
    case Lifetime.Immediate => Immediate
    case Lifetime.AllOrNothing => AllOrNothing
    case Lifetime.For(_) => 4

  /** In milliseconds since 1970, or from when it is taken; 0 without one. */
  def until(lifetime: Lifetime): Long = lifetime match
    case Lifetime.Until(millis) => millis
    case Lifetime.For(millis) => millis
    case Lifetime.UntilCancelled | Lifetime.Immediate | Lifetime.AllOrNothing => 0

  /** @throws IllegalArgumentException when it is none */
  def lifetime(code: Int, until: Long): Lifetime = code match
    case 0 => Lifetime.UntilCancelled
    case 1 => Lifetime.Until(until)
    case Immediate => Lifetime.Immediate
    case AllOrNothing => Lifetime.AllOrNothing
    case 4 => Lifetime.For(until)
    case other => throw IllegalArgumentException(s"$other is no lifetime")

  final val Immediate = 2
  final val AllOrNothing = 3
end OrderCode
