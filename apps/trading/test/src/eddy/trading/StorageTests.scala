package eddy.trading

import eddy.trading.internal.{Row, Sql}

import java.sql.{DriverManager, PreparedStatement}
import java.util.concurrent.atomic.AtomicInteger
import scala.concurrent.duration.DurationInt
import scala.util.Using

/** What the contracts of databases share. */
abstract class StorageTests extends eddy.testing.PatientSuite:
  private val made = new AtomicInteger

  /** Of an empty database of that name. */
  protected def urlOf(database: String): String
  protected def user: String

  protected def fresh(persistence: Persistence = Persistence.GroupCommit): ExchangeConfig =
    val url = urlOf(s"trading_${made.incrementAndGet()}")
    val storage = StorageConfig(
      url,
      user,
      "",
      persistence,
      connections = 2,
      batch = 50,
      retryEvery = 20.millis,
      // a service that lost it is to be thought dead
      lockEvery = 1.hour,
      // however slow the machine
      lateAfter = 1.hour,
      closeWithin = 2.minutes
    )
    ExchangeFixture.plain.copy(storage = Some(storage))

  protected def rows[A](config: ExchangeConfig, sql: String)(read: Row => A): Vector[A] =
    Using.resource(DriverManager.getConnection(config.storage.get.url, user, "").nn): connection =>
      Sql.query(connection, sql)(_ => ())(read)

  protected def change(config: ExchangeConfig, sql: String): Int = changeWith(config, sql)(_ => ())

  protected def changeWith(config: ExchangeConfig, sql: String)(set: PreparedStatement => Unit): Int =
    Using.resource(DriverManager.getConnection(config.storage.get.url, user, "").nn)(Sql.update(_, sql)(set))

  /** All that a book is. */
  protected def state(f: ExchangeFixture, product: String) = f.look(product): book =>
    val open = RandomCommands.traders.map(book.ordersOf(_, Int.MaxValue))
    (
      book.depth(Side.Buy, 1000),
      book.depth(Side.Sell, 1000),
      open,
      book.lastPrice,
      book.tradeCount,
      book.orderCount
    )

  protected def trade(f: ExchangeFixture, seed: Int, commands: Int): Vector[Answer.Done] =
    val random = new RandomCommands(seed, market = 1)
    val answers = Vector.fill(commands):
      val (command, millis) = random.next()
      f.now = millis
      command match
        case Command.Place(order) => f.exchange.place(Product("ACME"), order)
        case Command.Cancel(order, trader) => f.exchange.cancel(order, trader)
        case Command.Replace(order, trader, quantity, price) =>
          f.exchange.replace(order, trader, quantity, price)
        case Command.Expire | Command.SelfTrading(_) | Command.CancelAll(_, _, _) | Command.TurnBack =>
          f.exchange.cancel(OrderId(1, 1), TraderId("nobody"))
    answers.map(await(_)).collect { case d: Answer.Done => d }
end StorageTests
