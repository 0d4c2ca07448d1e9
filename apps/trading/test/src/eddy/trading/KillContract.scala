package eddy.trading

import eddy.testing.{Eventually, TestLength, TimeLimit}
import eddy.trading.internal.Wire.given
import eddy.trading.internal.{Row, Sql, Wire}
import eddy.web.testkit.TestService

import java.sql.DriverManager
import java.time.Instant
import java.util.concurrent.ConcurrentLinkedQueue
import scala.concurrent.duration.DurationInt
import scala.jdk.CollectionConverters.*
import scala.util.Using

/** The service dies by `kill -9` in the middle of load, and is started again: once, or as often as
  * [[TestLength]] says with the same tables. Run with each kind of database.
  */
abstract class KillContract extends eddy.testing.PatientSuite:
  override protected def timeLimit: TimeLimit =
    TimeLimit(10.minutes, "It starts a service and its database again after each kill.")

  private val kills = TestLength.rounds(short = 1, full = 5)
  private val Clients = 4
  // before the kill, so that the load is under way
  private val DurableOrders = 100

  /** Of an empty database. */
  protected def url: String
  protected def user: String
  private def storage = StorageConfig(url, user)

  test(
    "kill -9 under load: no order acknowledged as durable is lost, none is placed twice, and no trade is there twice"
  ):
    val told = new ConcurrentLinkedQueue[Told]
    val cancelled = new ConcurrentLinkedQueue[Long]
    for round <- 1 to kills do
      Using.resource(new TradingProcess(url, user)): service =>
        if round == 1 then whileOpen()
        loadUntilKilled(round, service, told, cancelled)
      val durable = told.asScala.filter(_.durable).toVector
      check(durable, cancelled.asScala.toSet)
      again(durable)
      check(durable, cancelled.asScala.toSet)

  test("kill -9 of a service that has nothing to do: what it acknowledged as durable before is there"):
    val told = Using.resource(new TradingProcess(url, user)): service =>
      val client = new TradingClient("idle", service.port)
      val told = client.placeDurable(DurableOrders)
      // what a database does by itself when nobody writes comes to its turn
      Eventually.until("an interval has passed in which nothing was done")(client.isIdle)
      service.kill()
      told
    check(told, Set.empty)
    again(told)
    check(told, Set.empty)

  /** What holds while a service has the database. */
  protected def whileOpen(): Unit = ()

  private def loadUntilKilled(
      round: Int,
      service: TradingProcess,
      told: ConcurrentLinkedQueue[Told],
      cancelled: ConcurrentLinkedQueue[Long]
  ): Unit =
    val failures = new ConcurrentLinkedQueue[Throwable]
    val clients = Vector.tabulate(Clients): n =>
      val client = new TradingClient(s"client-$round-$n", service.port)
      new Thread(() =>
        try client.trade(told.add(_): Unit, cancelled.add(_): Unit)
        catch case failure: Throwable => failures.add(failure): Unit
      )
    val (before, cancelledBefore) = (told.size, cancelled.size)
    val observer = new TradingClient("observer", service.port)
    def durable = told.asScala.drop(before).filter(_.durable)
    clients.foreach(_.start())
    Eventually.until(s"the load is under way; $failures"):
      !failures.isEmpty || durable.size >= DurableOrders && durable.exists(_.trades.nonEmpty) &&
      cancelled.size > cancelledBefore && observer.snapshots > 0
    service.kill()
    clients.foreach(_.join())
    assert(failures.isEmpty, failures.toString)
  end loadUntilKilled

  /** Started again, it knows each of these by its key, and does not place it again. */
  private def again(durable: Vector[Told]): Unit =
    val config = ExchangeConfig(TradingMain.products, answerWithin = 10.minutes, storage = Some(storage))
    Using.resource(ExchangeFixture(config, Instant.now)): f =>
      TestService.run(TradingApp(f.exchange).routes, patience = 2.minutes): s =>
        for order <- durable do
          val answer = s.call("POST", "/api/orders", _.bytes("application/json", order.body.getBytes))
          val known = answer.status(202).as[Wire.Acknowledged]
          assertEquals((known.order, known.repeated), (order.order, true), s"${order.body}, sent again")

  private def check(durable: Vector[Told], cancelled: Set[Long]): Unit =
    val result = Reconciliation.of(storage)
    assert(result.isWhole, result.differences.mkString("\n"))
    val keys = rows("select order_key from journal where order_key is not null")(_.text("order_key"))
    assertEquals(keys.diff(keys.distinct), Vector.empty, "placed twice")
    assertEquals(
      durable.map(_.key).toSet.diff(keys.toSet),
      Set.empty[String],
      "acknowledged as durable, and lost"
    )
    val cancels = rows("select order_id from journal where action = 'cancel'")(_.long("order_id"))
    assertEquals(cancels.diff(cancels.distinct), Vector.empty, "cancelled twice")
    assertEquals(cancelled.diff(cancels.toSet), Set.empty[Long], "cancelled for good, and lost")
    val trades = rows("select id from trade")(_.long("id")).toSet
    assertEquals(durable.flatMap(_.trades).toSet.diff(trades), Set.empty[Long], "lost trades")

  private def rows[A](sql: String)(read: Row => A): Vector[A] =
    Using.resource(DriverManager.getConnection(url, user, "").nn): connection =>
      Sql.query(connection, sql)(_ => ())(read)
end KillContract
