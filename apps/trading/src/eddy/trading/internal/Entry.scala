package eddy.trading.internal

import eddy.trading.*

import scala.concurrent.{Future, Promise}

/** A command that a market has done, for its journal: from all of them its book can be made again.
  *
  * @param sequence number in the market's journal, from 1 without gaps
  * @param millis the time that the book was given
  * @param trades what it set off; they follow from the commands
  */
private[trading] final class Entry(
    val market: Int,
    val sequence: Long,
    val millis: Long,
    val command: Command,
    val key: Option[OrderKey],
    val trades: Vector[MarketEvent.Traded]
):
  /** When, as `System.nanoTime`. */
  val made: Long = System.nanoTime
  private val stored = Promise[Vector[Long]]()

  /** When it is in the database with its trades, and so is all before it in its market; with the keys of the trades. */
  def durable: Future[Vector[Long]] = stored.future
  def becomeDurable(tradeKeys: Vector[Long]): Unit = stored.trySuccess(tradeKeys): Unit
end Entry

/** Where markets put what they did; they never wait for it. Room is asked for before anything is done, so that what was
  * done always finds its place.
  */
private[trading] trait Journal:
  /** Whether there is room for so many entries more, which is then kept. Any thread. */
  def reserve(market: Int, entries: Int): Boolean

  /** Why there is none. */
  def refusal(market: Int): Congestion

  /** Gives back what was not needed. */
  def release(market: Int, entries: Int): Unit

  /** Takes an entry for which there is room; those of a market come in order. */
  def append(entry: Entry): Unit

private[trading] object Journal:
  /** Keeps nothing, so nothing is ever durable. */
  val none: Journal = new Journal:
    def reserve(market: Int, entries: Int): Boolean = true
    def refusal(market: Int): Congestion = Congestion.BacklogFull
    def release(market: Int, entries: Int): Unit = ()
    def append(entry: Entry): Unit = ()
