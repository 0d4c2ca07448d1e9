package eddy.trading.internal

import eddy.trading.*

import java.io.{DataInputStream, DataOutputStream, IOException}

/** Orders as bytes, for [[MarketImage]]. */
private[trading] object OrderImage:
  def write(order: Order, out: DataOutputStream): Unit =
    out.writeLong(order.id.value)
    writeAsked(order.asked, out)
    for n <- Seq(order.limit, order.quantity, order.filled) do out.writeLong(n)
    out.writeBoolean(order.waits)

  def read(in: DataInputStream): Order =
    val order = new Order(readId(in), readAsked(in))
    order.limit = in.readLong()
    order.quantity = in.readLong()
    order.filled = in.readLong()
    order.waits = in.readBoolean()
    order

  def readId(in: DataInputStream): OrderId =
    val number = in.readLong()
    OrderId.from(number).getOrElse(throw IOException(s"$number is no order"))

  def writeAsked(asked: NewOrder, out: DataOutputStream): Unit =
    out.writeUTF(asked.trader.name)
    out.writeBoolean(asked.side == Side.Buy)
    out.writeLong(asked.quantity.lots)
    val (kind, price, trigger) = asked.kind match
      case OrderKind.Limit(price) => (0, price.ticks, 0L)
      case OrderKind.Market => (1, 0L, 0L)
      case OrderKind.Stop(trigger) => (2, 0L, trigger.ticks)
      case OrderKind.StopLimit(trigger, price) => (3, price.ticks, trigger.ticks)
    out.writeByte(kind)
    out.writeLong(price)
    out.writeLong(trigger)
    val (lifetime, until) = asked.lifetime match
      case Lifetime.UntilCancelled => (0, 0L)
      case Lifetime.Until(millis) => (1, millis)
      case Lifetime.Immediate => (2, 0L)
      case Lifetime.AllOrNothing => (3, 0L)
    out.writeByte(lifetime)
    out.writeLong(until)
    out.writeBoolean(asked.postOnly)
  end writeAsked

  def readAsked(in: DataInputStream): NewOrder =
    val trader = TraderId(in.readUTF())
    val side = if in.readBoolean() then Side.Buy else Side.Sell
    val lots = Quantity(in.readLong())
    val (kindNumber, price, trigger) = (in.readByte().toInt, in.readLong(), in.readLong())
    val kind = kindNumber match
      case 0 => OrderKind.Limit(Price(price))
      case 1 => OrderKind.Market
      case 2 => OrderKind.Stop(Price(trigger))
      case 3 => OrderKind.StopLimit(Price(trigger), Price(price))
      case other => throw IOException(s"$other is no kind of order")
    val (lifetimeNumber, until) = (in.readByte().toInt, in.readLong())
    val lifetime = lifetimeNumber match
      case 0 => Lifetime.UntilCancelled
      case 1 => Lifetime.Until(until)
      case 2 => Lifetime.Immediate
      case 3 => Lifetime.AllOrNothing
      case other => throw IOException(s"$other is no lifetime")
    NewOrder(trader, side, lots, kind, lifetime, in.readBoolean())
end OrderImage
