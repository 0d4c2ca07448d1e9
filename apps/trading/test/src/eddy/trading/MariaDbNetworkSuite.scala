package eddy.trading

import eddy.testing.{BlackHole, Eventually, TestLength}
import eddy.trading.ExchangeFixture.use

import java.util.concurrent.ConcurrentLinkedQueue
import scala.concurrent.duration.DurationInt
import scala.jdk.CollectionConverters.*
import scala.util.Using

/** The network between a service and a real MariaDB server dies without closing any connection, or the server
  * hangs.
  */
class MariaDbNetworkSuite extends StorageTests, OnMariaDb:
  protected def called: String = "mariadb-network"
  protected def urlOf(database: String): String = server.url(database)

  private def through(network: BlackHole): ExchangeConfig =
    val direct = fresh()
    direct.copy(storage = direct.storage.map: s =>
      s.copy(
        // the server's own, but for the way to it
        url = s.url.replace(s":${server.port}/", s":${network.port}/").replace("&connectTimeout=60000", ""),
        answerWithin = 2.seconds,
        refuseAfter = 3.seconds,
        lockEvery = 1.second,
        closeWithin = 2.seconds
      ))

  private def seat(f: ExchangeFixture, n: Int): Answer =
    await(f.place("ann", Side.Buy, 1, 100 + n % 3, s"order-$n", "ACME"))

  test("after a network that swallowed everything, all orders become durable, and none twice"):
    Using.resource(BlackHole(server.port)): network =>
      val config = through(network)
      val done = ConcurrentLinkedQueue[Answer.Done]()
      use(config): f =>
        def place(n: Int) = seat(f, n) match
          case d: Answer.Done => done.add(d): Unit
          case other => fail(s"$other")
        for n <- 1 to 5 do place(n)
        done.forEach(d => await(d.durable): Unit)
        network.die()
        for n <- 6 to 10 do place(n)
        var last = 10
        def next(): Answer =
          last += 1
          val answer = seat(f, last)
          answer match
            case d: Answer.Done => done.add(d): Unit
            case _ => ()
          answer
        Eventually.until("orders are refused, since one has waited too long"):
          next() == Answer.Busy(Congestion.DatabaseLate)
        assertEquals(f.exchange.unready, Some("the database is away, or does not keep up"))
        network.recover()
        done.forEach(d => await(d.durable): Unit)
        Eventually.until("orders are taken again"):
          next().isInstanceOf[Answer.Done]
        await(done.asScala.last.durable): Unit
        Eventually.until("the exchange is ready")(f.exchange.isReady)
      val direct = config.copy(storage =
        config.storage.map(s => s.copy(url = s.url.replace(s":${network.port}/", s":${server.port}/")))
      )
      assertEquals(rows(direct, "select seq from journal")(_ => ()).size, done.size)
      assert(Reconciliation.of(direct.storage.get).isWhole)

  test("a stop ends although the server does not answer, and counts what is lost"):
    Using.resource(BlackHole(server.port)): network =>
      val f = ExchangeFixture(through(network))
      val first = seat(f, 1)
      first match
        case d: Answer.Done => await(d.durable): Unit
        case other => fail(s"$other")
      network.die()
      for n <- 2 to 4 do seat(f, n): Unit
      f.exchange.close()
      assertEquals(f.exchange.lost, 3)
      f.close()

  test("the next start gets the database although the server has not noticed that the one before is gone".tag(
    TestLength.LongTest
  )):
    Using.resource(BlackHole(server.port)): network =>
      val config = through(network)
      val f = ExchangeFixture(config)
      network.die()
      f.exchange.close()
      network.recover()
      // the lock of the first is on a connection that no packet reaches
      use(config)(f => assert(f.exchange.isReady))
      f.close()
end MariaDbNetworkSuite
