package eddy.trading.internal

import eddy.actor.ActorRef
import eddy.trading.{Answer, Command, OrderKey}

/** What a market engine receives. */
private[trading] enum EngineMessage:
  /** @param asked when, as `System.nanoTime`
    * @param source where it comes from, when that is bounded
    */
  case Do(
      market: Int,
      command: Command,
      key: Option[OrderKey],
      asked: Long,
      source: OrderSource | Null,
      to: ActorRef[Answer]
  )

  /** Looks at a market, and answers; `view` changes nothing. Of a market that is halted `refused` is told. */
  case Look(market: Int, view: Market => Unit, refused: () => Unit)

  /** To whom has a market: it goes to another engine. */
  case Give(handover: Handover)

  /** To whom is to have it: what comes for it waits until it is there. */
  case Take(handover: Handover)

  /** Something may expire. */
  case Sweep

  /** Markets may have news that was not told yet. */
  case Flush
end EngineMessage
