package eddy.trading

import eddy.trading.internal.Wire
import eddy.trading.internal.Wire.given

import scala.collection.immutable.TreeMap

import com.github.plokhotnyuk.jsoniter_scala.core.readFromString

/** A book as docs/trading.md tells clients to keep it: from a snapshot and the changes that follow. For one thread. */
final class ClientBook:
  private var life = ""
  private var number = -1L
  private var bids, asks = TreeMap.empty[Long, Wire.Level]
  private var kept = Vector.empty[Wire.Levels]

  /** False when it needs a snapshot: then it keeps what comes. */
  var isWhole: Boolean = false

  /** Takes changes; whether a snapshot is to be asked for. */
  def hear(json: String): Boolean =
    val changes = readFromString[Wire.Levels](json)
    if !isWhole then
      kept = kept :+ changes
      false
    else !follow(changes)

  def load(json: String): Boolean =
    val snapshot = readFromString[Wire.Levels](json)
    life = snapshot.life
    number = snapshot.number
    bids = TreeMap.from(snapshot.bids.map(l => l.price -> l))
    asks = TreeMap.from(snapshot.asks.map(l => l.price -> l))
    isWhole = true
    val waiting = kept
    kept = Vector.empty
    waiting.forall(follow)

  private def follow(changes: Wire.Levels): Boolean =
    if changes.life != life || changes.number > number + 1 then
      isWhole = false
      kept = kept :+ changes
      false
    else
      if changes.number == number + 1 then
        number = changes.number
        bids = changed(bids, changes.bids)
        asks = changed(asks, changes.asks)
      true

  private def changed(side: TreeMap[Long, Wire.Level], changes: Vector[Wire.Level]) =
    changes.foldLeft(side)((s, l) => if l.quantity == 0 then s - l.price else s.updated(l.price, l))

  /** Best first, as (price, lots, orders). */
  def depth(side: Side): Vector[(Long, Long, Int)] =
    val levels = if side == Side.Buy then bids.values.toVector.reverse else asks.values.toVector
    levels.map(l => (l.price, l.quantity, l.orders))
end ClientBook
