package eddy.bench.peers.tomcat

import java.sql.{Connection, DriverManager}
import java.util.concurrent.LinkedBlockingQueue
import scala.collection.mutable
import scala.util.Using

/** One engine as in the article's case 3: a thread that matches the orders of its products, and inserts each sale and waits for
  * the database before it goes on. Orders wait without a bound, as there.
  */
private[tomcat] final class TradingEngine(number: Int, url: String):
  private val inbox = new LinkedBlockingQueue[Order]
  private val books = mutable.HashMap.empty[String, Book]

  def start(): Unit =
    val connection = DriverManager.getConnection(url, "root", "")
    val thread = new Thread(() => run(connection), s"engine-$number")
    thread.setDaemon(true)
    thread.start()

  def take(order: Order): Unit = inbox.put(order)

  private def run(connection: Connection): Unit =
    val insert = connection.prepareStatement(
      "insert into sale (product, buyer, seller, price, quantity, buy_order, sell_order) values (?, ?, ?, ?, ?, ?, ?)"
    )
    while true do
      val order = inbox.take()
      for sale <- books.getOrElseUpdate(order.product, new Book).add(order) do
        insert.setString(1, order.product)
        insert.setString(2, sale.buy.trader)
        insert.setString(3, sale.sell.trader)
        insert.setLong(4, sale.price)
        insert.setLong(5, sale.quantity)
        insert.setLong(6, sale.buy.id)
        insert.setLong(7, sale.sell.id)
        val _ = insert.executeUpdate()
end TradingEngine

private[tomcat] object TradingEngine:
  def makeTable(url: String): Unit =
    Using.resource(DriverManager.getConnection(url, "root", "")): connection =>
      Using.resource(connection.createStatement): statement =>
        val _ = statement.execute(
          """create table if not exists sale (id bigint not null auto_increment primary key, product varchar(16) not null,
            |buyer varchar(32) not null, seller varchar(32) not null, price bigint not null, quantity bigint not null,
            |buy_order bigint not null, sell_order bigint not null)""".stripMargin
        )
