package eddy.trading.internal

import eddy.actor.*
import eddy.trading.*

import java.time.InstantSource
import java.util.concurrent.TimeoutException
import scala.concurrent.duration.FiniteDuration
import scala.concurrent.{ExecutionContext, Future}
import scala.util.{Failure, Success, Try}

/** The market engines, and which of them has which market. Any thread may call, and none waits. */
private[trading] final class Engines private (
    config: ExchangeConfig,
    markets: Iterable[Int],
    engines: Vector[ActorRef[EngineMessage]],
    supervisor: Supervisor,
    recovery: Recovery
)(using system: ActorSystem):
  // what follows an answer here is short: a thread of its own would cost each order a wake-up
  private given ExecutionContext = ExecutionContext.parasitic
  @volatile private var isStopping = false
  private val partitions = markets.map(n => n -> new Partition(Engines.first(n, config))).toMap

  /** @param within the time left for the answer; without any, nothing is begun */
  def perform(
      market: Int,
      command: Command,
      key: Option[OrderKey],
      within: FiniteDuration,
      source: OrderSource | Null = null
  ): Future[Answer] =
    val asked = System.nanoTime
    val answer = partitions(market).send: engine =>
      if within.length <= 0 then Future.successful(Answer.NotBegun)
      else if isCrowdedFor(market, engine) then Future.successful(Answer.Busy(Congestion.MarketAway))
      else engines(engine).ask[Answer](within)(EngineMessage.Do(market, command, key, asked, source, _))
    answer.recover:
      case lost: UnansweredException => Answer.Busy(congestion(lost))
      // it may have been done when the engine failed
      case _: AskedFailedException | _: TimeoutException => Answer.Late

  /** Fails when the engine refuses, and with what `view` throws. */
  def look[A](market: Int, within: FiniteDuration)(view: Market => A): Future[A] =
    val seen = partitions(market).send: engine =>
      if within.length <= 0 then Future.failed(new Exchange.AskedTooLate)
      else if isCrowdedFor(market, engine) then Future.failed(Exchange.Refused(Congestion.MarketAway))
      else
        engines(engine).ask[Try[A]](within): to =>
          val halted = Failure(Exchange.Refused(Congestion.EngineDown))
          EngineMessage.Look(market, m => to ! Try(view(m)), () => to ! halted)
    seen.transform:
      case Success(result) => result
      case Failure(lost: UnansweredException) => Failure(Exchange.Refused(congestion(lost)))
      case Failure(other) => Failure(other)

  private def congestion(lost: UnansweredException) =
    if lost.reason == DeadLetter.Reason.Overflow then Congestion.EngineFull
    else if isStopping then Congestion.Closing
    else Congestion.EngineDown

  /** A market that is away may have half of the mailbox: its neighbours must not be refused because of it. */
  private def isCrowdedFor(market: Int, engine: Int): Boolean =
    recovery.isAway(market) && engines(engine).mailboxStats.get.waiting * 2 >= config.mailbox

  def has(market: Int): Boolean = partitions.contains(market)

  def engineOf(market: Int): Int = partitions(market).engine

  /** False when one of the two is full. */
  def move(market: Int, to: Int): Future[Boolean] = partitions(market).move(to): from =>
    val handover = new Handover(market)
    if engines(to).trySend(EngineMessage.Take(handover)) != Delivery.Accepted then None
    else if engines(from).trySend(EngineMessage.Give(handover)) != Delivery.Accepted then
      handover.callOff()
      None
    else Some(handover.done)

  /** Of each. */
  def mailboxes: Vector[MailboxStats] = engines.map(_.mailboxStats.get)

  def areAlive: Boolean = engines.forall(_.isAlive)

  /** They end after what they are at. */
  def stop(): Unit =
    isStopping = true
    supervisor.shutdown(): Unit
end Engines

private[trading] object Engines:
  /** @param counters of each engine
    * @param outlet given the way to remind an engine, where there are watchers
    */
  def start(
      config: ExchangeConfig,
      markets: Vector[Market],
      recovery: Recovery,
      counters: Vector[EngineCounters],
      clock: InstantSource,
      outlet: (() => Delivery) => Option[Outlet]
  )(using ActorSystem): Engines =
    val engines = Vector.tabulate(config.engines): n =>
      val desk = new Desk(markets.filter(m => first(m.number, config) == n), recovery)
      MarketEngine.child(n, desk, counters(n), config, clock, outlet)
    val supervisor = supervise(MarketEngine.supervision)(engines*)
    new Engines(config, markets.map(_.number), engines.map(_.ref), supervisor, recovery)

  /** Which has a market at first. */
  private def first(market: Int, config: ExchangeConfig) = (market - 1) % config.engines
end Engines
