package eddy.trading.internal

import eddy.trading.*

import java.io.{ByteArrayInputStream, ByteArrayOutputStream, DataInputStream, DataOutputStream, IOException}
import scala.concurrent.Future

/** A whole market as bytes: all that a market has that follows from its journal. Two markets that have done the same have
  * the same image.
  *
  * {{{
  *   version  keys that are kept, and for how many milliseconds  ended orders that are kept  number of the last entry
  *   book: last order, trades, time, last price, mode; of each ladder its orders, best first
  *   keys, ended orders, last trades, candles of each length: oldest first
  * }}}
  */
private[trading] object MarketImage:
  private val Version = 2

  def of(market: Market): Array[Byte] =
    val bytes = new ByteArrayOutputStream
    val out = new DataOutputStream(bytes)
    out.writeInt(Version)
    out.writeInt(market.keys.limit)
    out.writeLong(market.keys.kept.toMillis)
    out.writeInt(market.ended.limit)
    out.writeLong(market.lastSequence)
    writeBook(market.book, out)
    out.writeInt(market.keys.size)
    market.keys.foreach: (key, known) =>
      out.writeUTF(key.text)
      out.writeLong(known.order.value)
      out.writeLong(known.millis)
      OrderImage.writeAsked(known.asked, out)
    out.writeInt(market.ended.size)
    market.ended.foreach: (order, state) =>
      OrderImage.write(order, out)
      out.writeByte(state.ordinal)
    val sales = market.recentTrades.reverse
    out.writeInt(sales.size)
    sales.foreach(writeSale(_, out))
    market.candles.foreach(writeCandles(_, out))
    bytes.toByteArray.nn
  end of

  /** Fills a market that has done nothing yet.
    *
    * @throws IOException, IllegalArgumentException when it is no image, or of a market that kept less; the market is of no
    *   use then
    */
  def restore(image: Array[Byte], market: Market): Unit =
    val in = new DataInputStream(new ByteArrayInputStream(image))
    val version = in.readInt()
    if version != Version then throw IOException(s"it has the form $version, and this version knows $Version")
    val (keys, keptMillis, ended) = (in.readInt(), in.readLong(), in.readInt())
    if keys < market.keys.limit || keptMillis < market.keys.kept.toMillis || ended < market.ended.limit then
      throw IOException(
        s"it has kept $keys keys for $keptMillis ms and $ended orders that have ended, and more are to be kept"
      )
    val sequence = in.readLong()
    readBook(in, market.book)
    for _ <- 1 to in.readInt() do
      val (key, order, millis) = (OrderKey(in.readUTF()), OrderImage.readId(in), in.readLong())
      val known = Keys.Known(order, OrderImage.readAsked(in), millis, Future.successful(Vector.empty))
      market.keys.add(key, known)
    for _ <- 1 to in.readInt() do
      val order = OrderImage.read(in)
      market.ended.add(order, OrderState.fromOrdinal(in.readByte()))
    for _ <- 1 to in.readInt() do market.tape.add(readSale(in))
    for candles <- market.candles; _ <- 1 to in.readInt() do candles.restore(readCandle(in))
    if in.available > 0 then throw IOException(s"it has ${in.available} bytes too many")
    market.resumeAfter(sequence)
  end restore

  private def writeBook(book: OrderBook, out: DataOutputStream): Unit =
    book.counters.foreach(out.writeLong)
    out.writeByte(book.selfTrade.ordinal)
    for ladder <- book.ladders do
      val levels = (0 until ladder.size).map(ladder(_))
      out.writeInt(levels.map(_.orders).sum)
      levels.foreach(_.foreach(OrderImage.write(_, out)))

  private def readBook(in: DataInputStream, book: OrderBook): Unit =
    val counters = Vector.fill(book.counters.size)(in.readLong())
    book.restore(counters, SelfTrade.fromOrdinal(in.readByte()))
    for ladder <- book.ladders; _ <- 1 to in.readInt() do book.restore(OrderImage.read(in), ladder)

  private def writeSale(sale: Sale, out: DataOutputStream): Unit =
    for n <- Seq(sale.number, sale.millis, sale.price.ticks, sale.quantity.lots) do out.writeLong(n)
    out.writeBoolean(sale.side == Side.Buy)

  private def readSale(in: DataInputStream): Sale =
    Sale(
      in.readLong(),
      in.readLong(),
      Price(in.readLong()),
      Quantity(in.readLong()),
      if in.readBoolean() then Side.Buy else Side.Sell
    )

  private def writeCandles(candles: Candles, out: DataOutputStream): Unit =
    out.writeInt(candles.all.size)
    for c <- candles.all; n <- Seq(c.start, c.open, c.high, c.low, c.close, c.lots) do out.writeLong(n)

  private def readCandle(in: DataInputStream): Candle =
    Candle(in.readLong(), in.readLong(), in.readLong(), in.readLong(), in.readLong(), in.readLong())
end MarketImage
