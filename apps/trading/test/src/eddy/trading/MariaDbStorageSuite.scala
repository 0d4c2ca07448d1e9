package eddy.trading

import eddy.testing.{Eventually, Patience, TestLength}
import eddy.trading.ExchangeFixture.use
import eddy.trading.internal.Sql

import java.sql.DriverManager
import scala.concurrent.duration.{DurationInt, FiniteDuration}
import scala.util.{Try, Using}

/** On a real MariaDB server, which also goes away and comes again: once, or as often as [[TestLength]]
  * says.
  */
class MariaDbStorageSuite extends StorageContract, WriterContract, ReconciliationContract, SnapshotContract,
      RecoveryContract,
      MigrationContract,
      OnMariaDb:
  protected def called: String = "mariadb"
  protected def urlOf(database: String): String = server.url(database)

  protected def scripts: String = "db"

  private def lock = "concat('eddy.', md5(database()))"

  /** The connection that has the lock. */
  private def holder(config: ExchangeConfig): Option[Long] =
    rows(config, s"select is_used_lock($lock) as id")(_.longOrNone("id")).head

  protected def loseLock(config: ExchangeConfig): Unit = change(config, s"kill ${holder(config).get}"): Unit

  /** For a start that another service does not let in. */
  private def refused(config: ExchangeConfig): TradingStartException =
    val impatient = config.copy(storage = config.storage.map(_.copy(takeWithin = 1.milli)))
    intercept[TradingStartException](use(impatient)(_ => ()))

  private def keeping(): ExchangeConfig =
    val plain = fresh()
    plain.copy(storage = plain.storage.map(_.copy(lockEvery = 20.millis)))

  test("a second service is refused while the first has the database, and told who has it"):
    val config = fresh()
    use(config): f =>
      f.durable(f.sell("ada", 1, 100)): Unit
      val e = refused(config)
      assert(e.getMessage.contains("is in use by another process, connection "), e.getMessage)
      f.durable(f.sell("ada", 1, 100)): Unit
    use(config)(f => assertEquals(f.depth(Side.Sell), Vector(100L -> 2L)))

  test("after the server was away a service has its lock again: a second one is refused as before"):
    val config = keeping()
    use(config): f =>
      f.durable(f.sell("ada", 1, 100)): Unit
      server.kill()
      val _ = server.start()
      // with nothing to write
      Eventually.until("it has its lock again")(holder(config).isDefined)
      val e = refused(config)
      assert(e.getMessage.contains("is in use by another process, connection "), e.getMessage)
      f.durable(f.sell("ada", 1, 100)): Unit

  test(
    "a service whose place another has taken does not keep the lock that it finds free, and says so without a write"
  ):
    val config = keeping()
    use(config): f =>
      f.durable(f.sell("ada", 1, 100)): Unit
      Using.resource(DriverManager.getConnection(config.storage.get.url, user, "").nn): other =>
        def take = Sql.query(other, s"select get_lock($lock, 0) as taken")(_ => ())(_.int("taken")).head == 1
        Eventually.until("another is quicker than the service"):
          // it may have gone by then
          Try(loseLock(config)): Unit
          take
        assertEquals(Sql.update(other, "update owner set epoch = epoch + 1 where id = 1")(_ => ()), 1)
      Eventually.until("it has noticed")(!f.exchange.isReady)
      Eventually.until("the lock is free")(holder(config).isEmpty)
      assertEquals(await(f.sell("ada", 1, 100)), Answer.Busy(Congestion.DatabaseTaken))
    use(config)(f => assertEquals(f.depth(Side.Sell), Vector(100L -> 1L)))

  private def outages = TestLength.rounds(short = 1, full = 5)

  for persistence <- Seq(Persistence.GroupCommit, Persistence.ParallelInserts) do
    test(
      s"the server is killed under load: trading goes on, is refused when the backlog is full, and recovers; $persistence"
    ):
      val plain = fresh(persistence)
      val config = plain.copy(storage = plain.storage.map(_.copy(backlog = 200, connections = 2)))
      var placed = 0L
      use(config): f =>
        for _ <- 1 to outages do
          f.durable(f.sell("ada", 1, 100)): Unit
          server.kill()
          // matching does not wait
          val taken = Iterator.continually(await(f.sell("ada", 1, 100))).take(1000).takeWhile:
            case _: Answer.Done => true
            case _ => false
          val done = taken.collect { case d: Answer.Done => d }.toVector
          assert(done.size >= 150, done.size)
          assert(done.forall(!_.durable.isCompleted))
          assertEquals(await(f.sell("ada", 1, 100)), Answer.Busy(Congestion.BacklogFull))
          assert(f.exchange.stats.backlogFull >= 1 && f.exchange.stats.refused >= 1, f.exchange.stats)
          placed += 1 + done.size
          assertEquals(f.depth(Side.Sell), Vector(100L -> placed))
          Eventually.until("the failure is told")(f.exchange.stats.storage.get.lastFailure.isDefined)
          val _ = server.start()
          done.foreach(d => await(d.durable): Unit)
          assertEquals(f.exchange.stats.storage.get.waiting, 0)
          val storage = f.exchange.stats.storage.get
          assertEquals((storage.lastFailure, storage.failingSince), (None, None))
      assertEquals(
        rows(config, "select seq from journal where market = 1 order by 1")(_.long("seq")),
        (1L to placed).toVector
      )
      use(config)(f => assertEquals(f.depth(Side.Sell), Vector(100L -> placed)))
  end for

  test("who waits for an order to be durable is told in time that it is done, and not yet durable"):
    // what is matched in time depends on the machine
    val answer = Patience.growing(500.millis, 15.seconds, 1.minute)(answeredWhileAway)(_ != Answer.Late)
    assert(answer.isInstanceOf[Answer.Done], answer)

  private def answeredWhileAway(within: FiniteDuration): Answer =
    use(fresh(Persistence.GroupCommit).copy(answerWithin = within)): f =>
      await(f.sell("ada", 1, 100)) match
        case before: Answer.Done =>
          await(before.durable): Unit
          server.kill()
          val answer = await(f.sell("ada", 1, 100))
          assertEquals(await(f.exchange.durably(answer)), answer)
          val durable = Option(answer).collect { case done: Answer.Done => done.durable }
          assert(!durable.exists(_.isCompleted))
          val _ = server.start()
          durable.foreach(d => assertEquals(await(d), Vector.empty))
          answer
        case other => other

  test("while a market waits for the server to be made again, it has half of its engine's mailbox at most"):
    val config = fresh().copy(engines = 1, mailbox = 32, sweepEvery = 1.hour)
    use(config): f =>
      f.durable(f.sell("ada", 1, 100)): Unit
      server.kill()
      f.failures.set(1)
      assertEquals(await(f.sell("ada", 1, 100)), Answer.Late)
      // the engine has been started again
      f.done(f.sell("ada", 1, 100, product = "BOLT")): Unit
      val answers = Vector.fill(100)(f.sell("ada", 1, 100))
      // it has the place that it needs
      f.done(f.sell("ada", 1, 100, product = "BOLT")): Unit
      val refused = answers.flatMap(_.value).map(_.get)
      assert(refused.size >= 80, refused.size)
      assertEquals(refused.toSet, Set[Answer](Answer.Busy(Congestion.MarketAway)))
      val _ = server.start()
      val done = answers.map(await(_)).count { case _: Answer.Done => true; case _ => false }
      assertEquals(done + refused.size, 100)
      assertEquals(f.depth(Side.Sell), Vector(100L -> (1L + done)))

  test("with an insert for each sale the engine waits for the server, and nothing is lost"):
    val config = fresh(Persistence.OneByOne)
    use(config): f =>
      f.durable(f.sell("ada", 5, 100)): Unit
      server.kill()
      val waiting = f.buy("bob", 2, 100)
      Eventually.until("the failure is told")(f.exchange.stats.storage.get.lastFailure.isDefined)
      assert(!waiting.isCompleted)
      val _ = server.start()
      assertEquals(await(f.durable(waiting).durable).size, 1)
    use(config)(f => assertEquals(f.depth(Side.Sell), Vector(100L -> 3L)))
end MariaDbStorageSuite
