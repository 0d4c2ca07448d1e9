package eddy.trading.internal

import eddy.actor.*
import eddy.trading.*

import java.time.InstantSource
import scala.collection.mutable
import scala.concurrent.duration.DurationInt

/** Runs some of the markets, one command at a time. A market that is on its way here makes the commands for it wait in the
  * mailbox, in their order; those for others go on.
  */
private[trading] final class MarketEngine private (
    clock: InstantSource,
    sweeper: Sweeper,
    outlet: Option[Outlet]
)(using
    Actor[EngineMessage]
):
  import EngineMessage.*
  private val markets = mutable.HashMap.empty[Int, Market]
  private val coming = mutable.HashMap.empty[Int, Handover]

  private def running: Behavior[EngineMessage] = react:
    case message =>
      perform(message)
      next

  private def awaiting: Behavior[EngineMessage] = reactWithin(1.milli):
    case message: EngineMessage if !concerns(message) =>
      perform(message)
      next
    case TIMEOUT => next

  private def next: Behavior[EngineMessage] =
    if coming.nonEmpty then
      for handover <- coming.values.toVector do
        handover.poll() match
          case market: Market =>
            markets(market.number) = market
            coming -= market.number
            outlet.foreach(_.offer(market))
          case Handover.State.Off => coming -= handover.market
          case Handover.State.Waiting => ()
    if coming.isEmpty then running else awaiting

  /** It is for a market that is not here yet. */
  private def concerns(message: EngineMessage): Boolean = message match
    case Do(market, _, _, _) => coming.contains(market)
    case Look(market, _) => coming.contains(market)
    case Give(handover) => coming.contains(handover.market)
    case Take(handover) => coming.contains(handover.market)
    case Sweep | Flush => false

  private def perform(message: EngineMessage): Unit = message match
    case Do(number, command, key, to) =>
      val market = markets(number)
      to ! market.handle(command, key, clock.millis)
      outlet.foreach(_.offer(market))
    case Look(market, view) => view(markets(market))
    case Give(handover) =>
      handover.give(markets(handover.market))
      markets -= handover.market
    case Take(handover) => coming(handover.market) = handover
    case Sweep =>
      sweeper.swept()
      val now = clock.millis
      markets.values.foreach: market =>
        market.sweep(now)
        outlet.foreach(_.offer(market))
    case Flush => outlet.foreach(_.flush(markets.values))
end MarketEngine

private[trading] object MarketEngine:
  /** @param outlet given the way to remind the engine, where there are watchers */
  def start(
      number: Int,
      markets: Seq[Market],
      config: ExchangeConfig,
      clock: InstantSource,
      outlet: (() => Delivery) => Option[Outlet]
  )(using
      system: ActorSystem
  ): ActorRef[EngineMessage] =
    val sweeper = new Sweeper
    val ref = actor.bounded[EngineMessage](config.mailbox, Overflow.Refuse).named(s"market engine $number"):
      val me = self
      val engine = new MarketEngine(clock, sweeper, outlet(() => me.trySend(EngineMessage.Flush)))
      engine.markets ++= markets.map(m => m.number -> m)
      engine.running
    sweeper.start(ref, config.sweepEvery)
    ref
end MarketEngine
