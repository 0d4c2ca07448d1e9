package eddy.trading

import eddy.actor.ActorSystem
import eddy.push.*
import eddy.runtime.Timer
import eddy.state.Pure
import eddy.trading.internal.{FeedChannels, FeedPublisher, Watchers, Wire}
import eddy.web.Routes

import java.util.concurrent.ConcurrentLinkedQueue
import scala.concurrent.Future
import scala.concurrent.duration.{DurationInt, FiniteDuration}

import io.micrometer.core.instrument.binder.MeterBinder

/** What happens in the markets of an exchange, as push channels: `book:`, `trades:` and `candles:` with a product's name behind,
  * `orders:` with a trader's, and `statistics:exchange`. docs/trading.md says what comes over them and how a client keeps a book.
  *
  * They are this node's own, as its markets are. Matching never waits for them: see [[FeedConfig.every]].
  * Handlers of a server need no locks for it.
  */
@Pure
final class Feed private (
    val channels: Channels,
    watchers: Watchers,
    val config: FeedConfig,
    push: Push,
    forgetUnheard: String => Boolean
)(using
    system: ActorSystem
):
  private[trading] val publisher: FeedPublisher = FeedPublisher(channels, watchers, forgetUnheard)
  private val beats = new ConcurrentLinkedQueue[Timer]

  /** Tells the figures every second, while somebody is connected. */
  private[trading] def tellStatistics(stats: () => Wire.Stats): Unit =
    val beat = system.engine.every(1.second): () =>
      if connections > 0 then publisher.statistics(stats()): Unit
    beats.add(beat): Unit

  /** How browsers come to the channels: [[eddy.push.Push.routes]]. */
  val routes: Routes = push.routes

  /** How many are connected, on whatever page. */
  def connections: Int = push.connections

  /** To be bound to a server's registry; beside them those of `channels` ([[eddy.push.ChannelMeters]]). */
  def meters: MeterBinder = push.meters

  /** Sends those that are connected away within that time, before the server stops; they come back by themselves, elsewhere or later. Done when all
    * have been told.
    */
  def drain(within: FiniteDuration): Future[Unit] = push.drain(within)

  def close(): Future[Unit] =
    beats.forEach(_.cancel(): Unit)
    push.close()
    channels.close()
end Feed

/** @param every how often a market tells what is new, at most; what happens meanwhile is told together
  * @param history how many publications of a market are kept for those that were cut off for a moment
  * @param historyTtl how long, and how long a market continues to publish after its last subscriber has left
  */
final case class FeedConfig(
    every: FiniteDuration = 50.millis,
    history: Int = 200,
    historyTtl: FiniteDuration = 1.minute
):
  ExchangeConfig.positive("every", every)
  ExchangeConfig.positive("historyTtl", historyTtl)
  ExchangeConfig.between("history", history, 1, 10_000, "about 200, ten seconds of a busy market")

object Feed:
  /** @param access the one of the [[TradingApp]]: with accounts, each may watch their own orders only */
  def start(config: FeedConfig = FeedConfig(), access: Access = Access())(using ActorSystem): Feed =
    start(config, MemoryMediator(), PushConfig(anonymous = true), access)

  private[trading] def start(config: FeedConfig, mediator: Mediator, push: PushConfig, access: Access)(using
      ActorSystem
  ): Feed =
    val watchers = new Watchers
    val open = Hooks()
      .onSubscribe(s => admit(watchers, access, s))
      .onDisconnect(d => watchers.remove(d.client.client))
    val hooks = if access.hasAccounts then
      open.onConnect(c => Verdict.Allow(Admitted(access.nameOf(c.request))))
    else open
    val kept = FeedChannels.kinds
      .map(Namespace(_, history = config.history, historyTtl = config.historyTtl))
    // who comes back asks for what it has missed of its own: nobody listened for it meanwhile
    val others = Seq(Namespace("orders"), Namespace("statistics", history = 1))
    val channels =
      Channels.start(ChannelsConfig(kept ++ others, hooks, idleTimeout = config.historyTtl), mediator)
    val forgetUnheard: String => Boolean = mediator match
      case memory: MemoryMediator => memory.forgetUnheard(_)
      case _ => _ => false
    new Feed(channels, watchers, config, Push(channels, push), forgetUnheard)
  end start

  /** Everybody may look at everything but, where there are accounts, others' orders. */
  private def admit(watchers: Watchers, access: Access, asked: Subscribing): Verdict[Granted] =
    asked.channel.split(":", 2) match
      case Array("book" | "trades" | "candles", name) if Product.from(name).nonEmpty =>
        Verdict.Allow(Granted())
      case Array("statistics", "exchange" | "simulation") => Verdict.Allow(Granted())
      case Array("orders", name) =>
        TraderId.from(name).fold(Verdict.Refuse(PushError.UnknownChannel)): trader =>
          if access.hasAccounts && asked.client.user != name then Verdict.Refuse(PushError.PermissionDenied)
          else if watchers.add(asked.client.client, trader) then Verdict.Allow(Granted())
          else Verdict.Refuse(PushError.LimitExceeded)
      case _ => Verdict.Refuse(PushError.UnknownChannel)
end Feed
