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
    val (id, asked) = (readId(in), readAsked(in))
    val order = new Order(id, asked, asked.trader)
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
    out.writeByte(OrderCode.of(asked.kind))
    out.writeLong(OrderCode.price(asked.kind))
    out.writeLong(OrderCode.trigger(asked.kind))
    out.writeByte(OrderCode.of(asked.lifetime))
    out.writeLong(OrderCode.until(asked.lifetime))
    out.writeBoolean(asked.postOnly)

  def readAsked(in: DataInputStream): NewOrder =
    val trader = TraderId(in.readUTF())
    val side = if in.readBoolean() then Side.Buy else Side.Sell
    val lots = Quantity(in.readLong())
    val kind = OrderCode.kind(in.readByte(), in.readLong(), in.readLong())
    val lifetime = OrderCode.lifetime(in.readByte(), in.readLong())
    NewOrder(trader, side, lots, kind, lifetime, in.readBoolean())
end OrderImage
