package eddy.trading

import eddy.trading.internal.Row

import java.sql.DriverManager
import java.util.concurrent.ConcurrentLinkedQueue
import java.util.concurrent.atomic.AtomicInteger
import scala.concurrent.duration.{DurationInt, FiniteDuration}
import scala.jdk.CollectionConverters.*
import scala.util.Using

/** The service dies by `kill -9` in the middle of load, again and again, on each kind of database. EDDY_TEST_ROUNDS
  * multiplies how often.
  */
abstract class KillContract extends munit.FunSuite:
  override val munitTimeout: FiniteDuration = 1.hour
  private val kills = 2 * sys.env.get("EDDY_TEST_ROUNDS").fold(1)(_.toInt)
  private val Clients = 4
  // before the kill: some, so that the load is under way
  private val DurableOrders = 150

  /** Of an empty database. */
  protected def url: String
  protected def user: String

  test("kill -9 under load: no order acknowledged as durable is lost, none is placed twice, and no trade is there twice"):
    val told = new ConcurrentLinkedQueue[Told]
    for round <- 1 to kills do
      Using.resource(new TradingProcess(url, user)): service =>
        again(told.asScala.filter(_.durable).toVector, service.port)
        if round == 1 then whileOpen()
        loadUntilKilled(round, service, told)
      check(told.asScala.toVector)
    Using.resource(new TradingProcess(url, user)): service =>
      again(told.asScala.filter(_.durable).toVector, service.port)
    check(told.asScala.toVector)

  /** What holds while a service has the database. */
  protected def whileOpen(): Unit = ()

  private def loadUntilKilled(round: Int, service: TradingProcess, told: ConcurrentLinkedQueue[Told]): Unit =
    val durable = new AtomicInteger
    val failures = new ConcurrentLinkedQueue[Throwable]
    val clients = Vector.tabulate(Clients): n =>
      val client = new TradingClient(s"client-$round-$n", service.port)
      new Thread(() =>
        try
          client.trade: answer =>
            told.add(answer): Unit
            if answer.durable then durable.incrementAndGet(): Unit
        catch case failure: Throwable => failures.add(failure): Unit
      )
    clients.foreach(_.start())
    MariaDbProcess.until("the load is under way", s"$failures", minutes = 20)(durable.get >= DurableOrders || !failures.isEmpty)
    service.kill()
    clients.foreach(_.join())
    assert(failures.isEmpty, failures.toString)

  /** Each order that was durable is known by its key, and is not placed again. */
  private def again(durable: Vector[Told], port: Int): Unit =
    val client = new TradingClient("again", port)
    for order <- durable do
      val answer = client.place(order.key -> order.body, durable = true)
      assertEquals(answer.map(_.order), Some(order.order), s"${order.body}, sent again")

  private def check(told: Vector[Told]): Unit =
    val result = Reconciliation.of(StorageConfig(url, user))
    assert(result.isWhole, result.differences.mkString("\n"))
    val keys = rows("select order_key from journal where order_key is not null")(_.text("order_key"))
    assertEquals(keys.diff(keys.distinct), Vector.empty, "placed twice")
    val lost = told.filter(_.durable).map(_.key).toSet.diff(keys.toSet)
    assertEquals(lost, Set.empty[String], "acknowledged as durable, and lost")
    val trades = rows("select id from trade")(_.long("id")).toSet
    assertEquals(told.filter(_.durable).flatMap(_.trades).toSet.diff(trades), Set.empty[Long], "lost trades")
    assert(result.markets.map(_.trades).sum > 0)
    // the load was of both kinds
    assert(told.exists(!_.durable))

  private def rows[A](sql: String)(read: Row => A): Vector[A] =
    Using.resource(DriverManager.getConnection(url, user, "").nn): connection =>
      val result = connection.createStatement.nn.executeQuery(sql).nn
      Iterator.continually(result.next()).takeWhile(identity).map(_ => read(new Row(result))).toVector
end KillContract
