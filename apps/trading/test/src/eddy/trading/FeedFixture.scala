package eddy.trading

import eddy.actor.ActorSystem
import eddy.push.{Mediator, MemoryMediator, Publication, PushConfig, Subscription}
import eddy.runtime.Engine
import eddy.testing.Waits

import java.time.InstantSource
import java.util.concurrent.ConcurrentLinkedQueue
import scala.concurrent.duration.DurationInt
import scala.jdk.CollectionConverters.*

/** An exchange with a feed, on an engine of its own. */
final class FeedFixture(
    config: ExchangeConfig = ExchangeFixture.plain,
    mediator: Mediator = MemoryMediator(),
    clock: InstantSource = InstantSource.system().nn,
    access: Access = Access(),
    told: FeedConfig = FeedConfig()
) extends AutoCloseable:
  val engine: Engine = Engine.start()
  given system: ActorSystem = new ActorSystem(engine)
  // the first connection of a process waits until the code of its handlers is read
  val feed: Feed =
    Feed.start(told, mediator, PushConfig(anonymous = true, connectTimeout = 5.minutes), access)
  val exchange: Exchange = Exchange.open(config, clock, Some(feed))
  val app: TradingApp = TradingApp(exchange, Some(feed))

  /** What comes over a channel from now on. */
  def listen(channel: String): ConcurrentLinkedQueue[String] =
    val heard = new ConcurrentLinkedQueue[String]
    val _: Subscription = Waits.await(feed.channels.subscribe(channel): (p: Publication) =>
      heard.add(p.message.data.toString): Unit)
    heard

  def place(trader: String, side: Side, lots: Long, ticks: Long, product: String = "ACME"): Answer.Done =
    val order = NewOrder(TraderId(trader), side, Quantity(lots), OrderKind.Limit(Price(ticks)))
    Waits.await(exchange.place(Product(product), order)) match
      case done: Answer.Done => done
      case other => throw AssertionError(s"$other, not done")

  def close(): Unit =
    exchange.close()
    val _ = Waits.await(feed.close())
    Waits.await(engine.shutdown(10.seconds)): Unit
end FeedFixture

object FeedFixture:
  def use[A](body: FeedFixture => A): A = scala.util.Using.resource(new FeedFixture())(body)

  extension (heard: ConcurrentLinkedQueue[String]) def all: Vector[String] = heard.asScala.toVector
end FeedFixture
