package eddy.trading

import eddy.actor.ActorSystem
import eddy.runtime.Engine
import eddy.testing.Waits

import java.time.{Instant, InstantSource}
import java.util.concurrent.CountDownLatch
import java.util.concurrent.atomic.AtomicInteger
import scala.concurrent.Future
import scala.concurrent.duration.DurationInt

/** An exchange on an engine of its own, with a clock that stands.
  *
  * @param start what it shows: the present time where other processes have written the journal
  */
final class ExchangeFixture(config: ExchangeConfig, start: Instant = Instant.ofEpochMilli(1000))
    extends AutoCloseable:
  val engine: Engine = Engine.start()
  given system: ActorSystem = new ActorSystem(engine)
  private val clock = new ExchangeFixture.Clock(start)
  val exchange: Exchange =
    try Exchange.open(config, clock)
    catch
      case failure: Throwable =>
        Waits.await(engine.shutdown(10.seconds)): Unit
        throw failure

  /** Whatever asks for the time fails, so often. */
  def failures: AtomicInteger = clock.failures

  def now_=(millis: Long): Unit = clock.now = Instant.ofEpochMilli(millis)
  def now: Long = clock.millis

  def close(): Unit =
    exchange.close()
    Waits.await(engine.shutdown(10.seconds)): Unit

  def buy(
      trader: String,
      lots: Long,
      price: Long,
      key: String = "",
      product: String = "ACME"
  ): Future[Answer] =
    place(trader, Side.Buy, lots, price, key, product)
  def sell(
      trader: String,
      lots: Long,
      price: Long,
      key: String = "",
      product: String = "ACME"
  ): Future[Answer] =
    place(trader, Side.Sell, lots, price, key, product)

  def place(
      trader: String,
      side: Side,
      lots: Long,
      price: Long,
      key: String,
      product: String
  ): Future[Answer] =
    val order = NewOrder(TraderId(trader), side, Quantity(lots), OrderKind.Limit(Price(price)))
    exchange.place(Product(product), order, Option.when(key.nonEmpty)(OrderKey(key)))

  def done(answer: Future[Answer]): Answer.Done = Waits.await(answer) match
    case done: Answer.Done => done
    case other => throw AssertionError(s"$other, not done")

  /** Returns when it is in the database. */
  def durable(answer: Future[Answer]): Answer.Done =
    val d = done(answer)
    val _ = Waits.await(d.durable)
    d

  def depth(side: Side, product: String = "ACME"): Vector[(Long, Long)] =
    look(product)(_.depth(side, 1000).map(l => (l.price.ticks, l.lots)))

  def look[A](product: String)(view: OrderBook => A): A =
    Waits.await(exchange.look(Product(product))(view)).get
end ExchangeFixture

object ExchangeFixture:
  final class Clock(start: Instant = Instant.ofEpochMilli(1000)) extends InstantSource:
    @volatile var now: Instant = start
    val failures = new AtomicInteger
    def instant(): Instant =
      if failures.getAndUpdate(n => math.max(0, n - 1)) > 0 then
        throw IllegalStateException("the clock has stopped")
      now

  val products: Vector[Product] = Vector("ACME", "BOLT").map(Product(_))
  val plain: ExchangeConfig = ExchangeConfig(products, engines = 2, answerWithin = 2.minutes)

  def use[A](config: ExchangeConfig = plain)(body: ExchangeFixture => A): A =
    scala.util.Using.resource(new ExchangeFixture(config))(body)

  /** Keeps the engine that has the product at a standstill until it is opened. */
  def hold(f: ExchangeFixture, product: String): CountDownLatch =
    val (begun, end) = (new CountDownLatch(1), new CountDownLatch(1))
    val _ = f.exchange.look(Product(product)): _ =>
      begun.countDown()
      Waits.await(end)
    Waits.await(begun)
    end
end ExchangeFixture
