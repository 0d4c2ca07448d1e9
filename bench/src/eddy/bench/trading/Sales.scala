package eddy.bench.trading

import java.sql.{Connection, ResultSet}
import java.util.concurrent.TimeUnit
import scala.annotation.tailrec
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
  /** A moment to count from, at which nothing is being sold. */
  def mark(): Long = query(s"select coalesce(max(id), 0) from ${table.name}")(_.getLong(1)).head

  /** Sales since then. Looks at those only: the server that is asked is being measured. */
  def since(mark: Long): Long =
    query(s"select count(*) from ${table.name} where id > $mark")(_.getLong(1)).head

  def all(): Seq[Sold] = query(table.select): row =>
    Sold(row.getString(1), row.getString(2), row.getString(3), row.getLong(4), row.getLong(5))

  /** Waits until there are so many since then; false when there are not within that time. */
  def reach(from: Long, expected: Long, within: FiniteDuration): Boolean =
    val until = System.nanoTime + within.toNanos
    // each has a number of its own: the last one's is soon found, and says when it is not worth counting
    def areThere = mark() - from >= expected && since(from) >= expected
    @tailrec def wait(): Boolean = areThere || System.nanoTime < until && {
      TimeUnit.MILLISECONDS.sleep(20)
      wait()
    }
    wait()

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
