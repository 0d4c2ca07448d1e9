package eddy.trading

import eddy.testing.{Eventually, TestLength}
import eddy.trading.ExchangeFixture.use

import java.util.concurrent.ConcurrentLinkedQueue
import java.util.concurrent.atomic.AtomicBoolean
import java.util.concurrent.locks.LockSupport
import scala.jdk.CollectionConverters.*

/** A real MariaDB server dies while transactions are under way, and comes again: once, or as often as
  * [[TestLength]] says.
  */
class MariaDbOutageSuite extends StorageTests, OnMariaDb:
  protected def called: String = "mariadb-outage"
  protected def urlOf(database: String): String = server.url(database)
  private val outages = TestLength.rounds(short = 1, full = 5)
  private val Senders = 4

  for persistence <- Seq(Persistence.GroupCommit, Persistence.ParallelInserts) do
    test(
      s"the server is killed while commits are in flight: what is told durable is there, and nothing twice; $persistence"
    ):
      val plain = fresh(persistence)
      val config =
        plain.copy(storage = plain.storage.map(_.copy(backlog = 300, batch = 5, snapshotEvery = 50)))
      val done = new ConcurrentLinkedQueue[Answer.Done]
      use(config): f =>
        for _ <- 1 to outages do
          val before = done.size
          val killed = new AtomicBoolean
          val failures = new ConcurrentLinkedQueue[Throwable]
          val senders = Vector.tabulate(Senders): n =>
            Thread.ofPlatform.nn.start: () =>
              try send(f, n, killed)(done.add(_): Unit)
              catch case failure: Throwable => failures.add(failure): Unit
            .nn
          Eventually.until("commits are made"):
            done.asScala.drop(before).count(_.durable.isCompleted) >= 100 || !failures.isEmpty
          server.kill()
          killed.set(true)
          // until the backlog is full
          senders.foreach(_.join())
          assert(failures.isEmpty, failures.toString)
          assertEquals(f.exchange.unready, Some("the database is away, or does not keep up"))
          assert(done.asScala.exists(!_.durable.isCompleted))
          val _ = server.start()
          done.forEach(d => await(d.durable): Unit)
        end for
        assertEquals(f.exchange.stats.storage.get.waiting, 0)
        assert(f.exchange.isReady)
      val keys = rows(config, "select id from trade")(_.long("id"))
      val told = done.asScala.toVector.flatMap(d => await(d.durable))
      assertEquals((told.sorted, told.distinct.size), (keys.sorted, told.size))
      assert(told.size > 10, told.size)
      val result = Reconciliation.of(config.storage.get)
      assert(result.isWhole, result.differences.mkString("\n"))
      val entries = rows(config, "select seq from journal")(_ => ()).size
      assertEquals(entries, done.size)
  end for

  /** Places, replaces and cancels, without waiting for anything to be durable, until the server is dead and the backlog full. */
  private def send(f: ExchangeFixture, sender: Int, killed: AtomicBoolean)(done: Answer.Done => Unit): Unit =
    val (trader, side) = (s"sender-$sender", if sender % 2 == 0 then Side.Buy else Side.Sell)
    var last = Option.empty[OrderId]
    val answers = Iterator.from(1).map: n =>
      val wasKilled = killed.get
      val price = 100L + n % 3
      val product = ExchangeFixture.products(n / 5 % 2).name
      def place = f.place(trader, side, 1L + n % 4, price, s"$trader-${System.nanoTime}", product)
      val answer = (n % 5, last) match
        case (3, Some(order)) => f.exchange.cancel(order, TraderId(trader))
        case (4, Some(order)) => f.exchange.replace(order, TraderId(trader), Quantity(3), Some(Price(price)))
        case _ => place
      (await(answer), wasKilled)
    val full = Answer.Busy(Congestion.BacklogFull)
    answers.takeWhile(_ != (full, true)).map(_(0)).foreach:
      case d: Answer.Done =>
        last = Some(d.order)
        done(d)
      case `full` => LockSupport.parkNanos(1_000_000)
      // it has traded, or was cancelled
      case Answer.Rejected(Rule.UnknownOrder) => last = None
      case other => throw AssertionError(s"$other")
  end send
end MariaDbOutageSuite
