package eddy.bench.trading

import java.sql.{Connection, ResultSet}
import java.util.concurrent.TimeUnit
import scala.concurrent.duration.FiniteDuration
import scala.util.Using

/** A sale as the database has it. */
private[bench] final case class Sold(
    product: String,
    buyer: String,
    seller: String,
    price: Long,
    quantity: Long
) derives CanEqual

/** The sales of one contender, as its tables have them: what counts. */
private[bench] final class Sales(connection: Connection, table: SalesTable) extends AutoCloseable:
  def count(): Long = query(s"select count(*) from ${table.name}")(_.getLong(1)).head

  def all(): Seq[Sold] = query(table.select): row =>
    Sold(row.getString(1), row.getString(2), row.getString(3), row.getLong(4), row.getLong(5))

  /** Waits until there are so many; false when there are not within that time. */
  def reach(expected: Long, within: FiniteDuration): Boolean =
    val until = System.nanoTime + within.toNanos
    Iterator.continually(count()).map: sold =>
      if sold < expected then TimeUnit.MILLISECONDS.sleep(20)
      sold
    .takeWhile(sold => sold < expected && System.nanoTime < until).foreach(_ => ())
    count() >= expected

  private def query[A](sql: String)(read: ResultSet => A): Seq[A] =
    Using.resource(connection.createStatement): statement =>
      val rows = statement.executeQuery(sql)
      Iterator.continually(rows).takeWhile(_.next()).map(read).toVector

  override def close(): Unit = connection.close()
end Sales

/** @param select product, buyer, seller, price and quantity of each sale */
private[bench] enum SalesTable(val name: String, val select: String):
  case Eddy extends SalesTable(
        "trade",
        """select product, if(taker_side = 'buy', taker_trader, maker_trader), if(taker_side = 'buy', maker_trader, taker_trader), price, lots
          |from trade join market using (market)""".stripMargin
      )
  case Peer extends SalesTable("sale", "select product, buyer, seller, price, quantity from sale")
