package eddy.trading

import eddy.testing.{Need, Needing}
import eddy.trading.ExchangeFixture.{await, use}

/** On a real MariaDB server, which also goes away and comes again. */
class MariaDbStorageSuite extends StorageContract, ReconciliationContract, SnapshotContract, RecoveryContract, Needing:
  protected def called: String = "mariadb"
  protected def needs: Seq[Need] = MariaDbProcess.needs
  private lazy val server = MariaDbProcess.make()
  protected def urlOf(database: String): String = server.url(database)
  protected def user: String = "root"

  override def beforeAll(): Unit =
    super.beforeAll()
    val _ = server.start()

  override def afterAll(): Unit =
    server.close()
    super.afterAll()

  for persistence <- Seq(Persistence.GroupCommit, Persistence.ParallelInserts) do
    test(
      s"the server is killed under load: trading goes on, is refused when the backlog is full, and recovers; $persistence"
    ):
      val plain = fresh(persistence)
      val config = plain.copy(storage = plain.storage.map(_.copy(backlog = 200, connections = 2)))
      val orders = use(config): f =>
        val first = f.durable(f.sell("ada", 1, 100)).order
        server.kill()
        // matching does not wait
        val taken = Iterator.continually(await(f.sell("ada", 1, 100))).takeWhile:
          case _: Answer.Done => true
          case _ => false
        val done = taken.collect { case d: Answer.Done => d }.toVector
        assert(done.size >= 150, done.size)
        assert(done.forall(!_.durable.isCompleted))
        assertEquals(await(f.sell("ada", 1, 100)), Answer.Busy(Congestion.BacklogFull))
        assertEquals(f.depth(Side.Sell), Vector(100L -> (done.size + 1L)))
        MariaDbProcess.until("the failure is told")(f.exchange.stats.storage.get.lastFailure.isDefined)
        val _ = server.start()
        done.foreach(d => await(d.durable): Unit)
        val again = f.durable(f.sell("ada", 1, 100)).order
        assertEquals(f.exchange.stats.storage.get.waiting, 0)
        assertEquals(f.exchange.stats.storage.get.lastFailure, None)
        first +: done.map(_.order) :+ again
      assertEquals(
        rows(config, "select seq from journal where market = 1 order by 1")(_.long("seq")),
        (1L to orders.size.toLong).toVector
      )
      use(config)(f => assertEquals(f.depth(Side.Sell), Vector(100L -> orders.size.toLong)))
  end for

  test("with an insert for each sale the engine waits for the server, and nothing is lost"):
    val config = fresh(Persistence.OneByOne)
    use(config): f =>
      f.durable(f.sell("ada", 5, 100)): Unit
      server.kill()
      val waiting = f.buy("bob", 2, 100)
      MariaDbProcess.until("the failure is told")(f.exchange.stats.storage.get.lastFailure.isDefined)
      assert(!waiting.isCompleted)
      val _ = server.start()
      assertEquals(await(f.durable(waiting).durable).size, 1)
    use(config)(f => assertEquals(f.depth(Side.Sell), Vector(100L -> 3L)))

  test("the process dies under load: what was acknowledged as durable is there, each trade once"):
    val plain = fresh()
    val config = plain.copy(storage = plain.storage.map(_.copy(batch = 3)))
    val f = new ExchangeFixture(config)
    val answers =
      (1 to 1500).map(n => if n % 2 == 1 then f.sell("ada", 2, 100) else f.buy("bob", 1, 100)).map(f.done)
    // some are durable and some are not
    MariaDbProcess.until("some are durable")(answers(20).durable.isCompleted)
    f.kill()
    val durable = answers.filter(_.durable.isCompleted).map(_.order.order)
    use(config): again =>
      val known = again.look("ACME")(_.orderCount)
      assert(known >= durable.max, s"$known orders are there, but ${durable.max} was durable")
      val trades = rows(config, "select trade_number from trade order by 1")(_.long("trade_number"))
      assertEquals(trades, (1L to again.look("ACME")(_.tradeCount)).toVector)
end MariaDbStorageSuite
