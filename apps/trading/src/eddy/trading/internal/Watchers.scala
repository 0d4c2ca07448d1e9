package eddy.trading.internal

import eddy.trading.TraderId

/** Which traders' own orders somebody watches, by connection. Any thread. */
private[trading] final class Watchers:
  // both written by who holds this
  @volatile private var counts = Map.empty[TraderId, Int]
  private var byClient = Map.empty[String, Set[TraderId]]

  def isEmpty: Boolean = counts.isEmpty
  def isWatched(trader: TraderId): Boolean = counts.contains(trader)
  def all: Set[TraderId] = counts.keySet

  /** Until the connection ends. False when it watches as many as one may. */
  def add(client: String, trader: TraderId): Boolean = synchronized:
    val before = byClient.getOrElse(client, Set.empty)
    val isNew = !before(trader)
    val fits = !isNew || before.size < Watchers.Most
    if isNew && fits then
      byClient = byClient.updated(client, before + trader)
      counts = counts.updated(trader, counts.getOrElse(trader, 0) + 1)
    fits

  def remove(client: String): Unit = synchronized:
    for trader <- byClient.getOrElse(client, Set.empty) do
      counts = counts(trader) match
        case 1 => counts - trader
        case more => counts.updated(trader, more - 1)
    byClient = byClient - client
end Watchers

private[trading] object Watchers:
  /** Traders whom one connection may watch. */
  val Most = 128
