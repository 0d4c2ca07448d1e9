package eddy.trading.internal

import eddy.runtime.{Engine, Pool, PoolResult}
import eddy.trading.*

import java.lang.System.Logger.Level
import java.util.concurrent.atomic.{AtomicBoolean, AtomicInteger, AtomicLong}
import scala.concurrent.{Future, Promise}

/** Takes entries to the tables on threads of its own, and tells when they are durable. What fails is tried
  * again until it
  * succeeds; meanwhile the backlog fills, and then [[reserve]] refuses. This part counts; how entries are
  * written is the
  * part of each [[Persistence]].
  *
  * @param onStored is told of each entry that has become durable; quick
  */
private[trading] abstract class Writer(config: StorageConfig, engine: Engine, onStored: Entry => Unit)
    extends Journal:
  val durable: Stopwatch = new Stopwatch
  // a lane for each connection
  private val waiting = Vector.fill(config.lanes)(new AtomicInteger)
  // it has refused, and the half of it was not free since
  private val full = Vector.fill(config.lanes)(new AtomicBoolean)
  // writes that have waited for longer than they may
  private val overdue = Vector.fill(config.lanes)(new AtomicInteger)
  private val stored, commits, failures = new AtomicLong
  private val outage = new Outage(config.retryEvery.toString, () => waiting.map(_.get).sum)
  @volatile private var closing, abandoned = false
  private val taken = Promise[Unit]()
  // never full: there is a task for a lane, or for a reserved entry
  private val pool: Pool = engine.pool(
    s"trading-storage-${config.lanes}-${config.backlog}",
    config.lanes,
    math.min(Int.MaxValue, config.lanes * (config.backlog + 1L)).toInt
  )

  def reserve(market: Int, entries: Int): Boolean =
    // counted first, then looked at: either close() sees it, or this sees that it closes
    val fits = waiting(laneOf(market)).addAndGet(entries) <= config.backlog && !closing && isOwner &&
      overdue(laneOf(market)).get == 0
    if !fits then
      release(market, entries)
      if refusal(market) == Congestion.BacklogFull && full(laneOf(market)).compareAndSet(false, true) then
        Writer.log.log(
          Level.WARNING,
          s"as many commands wait for the database as may (${config.backlog} of one connection): its markets refuse orders until it has caught up"
        )
    fits

  /** Whether the database keeps up: no write is late, and no market refuses. */
  def keepsUp: Boolean =
    !outage.isLate && overdue.forall(_.get == 0) && !full.zip(waiting).exists((refuses, now) =>
      refuses.get && !isRoomy(now.get)
    )

  private def isRoomy(now: Int) = now <= config.backlog / 2

  override def refusal(market: Int): Congestion =
    if !isOwner then Congestion.DatabaseTaken
    else if closing then Congestion.Closing
    else if overdue(laneOf(market)).get > 0 then Congestion.DatabaseLate
    else Congestion.BacklogFull

  /** Whether the database is this process's: another may have taken it over while this one was away. */
  def isOwner: Boolean = !taken.isCompleted

  /** When it has been taken over. Commands that are not durable by then never become durable. */
  protected def ended: Future[Unit] = taken.future

  def release(market: Int, entries: Int): Unit = waiting(laneOf(market)).addAndGet(-entries): Unit

  def stats: StorageStats = StorageStats(
    waiting.map(_.get).sum,
    config.backlog * config.lanes,
    stored.get,
    commits.get,
    failures.get,
    outage.failure.map(_.why),
    outage.failure.map(_.since),
    snapshots = 0
  )

  /** Refuses from now on, and waits for what is under way; how many were lost. */
  def close(): Int =
    closing = true
    hurry()
    val end = System.nanoTime + config.closeWithin.toNanos
    synchronized:
      while isOwner && waiting.exists(_.get > 0) && System.nanoTime < end do wait(50)
    abandoned = true
    waiting.map(_.get).sum

  protected def isClosing: Boolean = closing

  /** What lets entries wait for others writes them now. */
  protected def hurry(): Unit = ()

  protected def laneOf(market: Int): Int = (market - 1) % config.lanes

  protected def run(task: Runnable): Unit = pool.submit(task) match
    case PoolResult.Accepted => ()
    case PoolResult.Full | PoolResult.Stopped =>
      (new outage.Write).failed(s"the threads that write have ended: ${pool.stats}")

  /** Does `write`, later again when it fails; then `done`. Never, when another process has the database.
    *
    * @param market one whose entries are written
    */
  protected def untilStored[A](market: Int)(write: Boolean => A)(done: A => Unit): Unit =
    val told = new outage.Write
    val late = engine.after(config.lateAfter)(() => told.overdue(config.lateAfter.toString))
    val refusing = new AtomicBoolean
    val refuse = engine.after(config.refuseAfter): () =>
      if refusing.compareAndSet(false, true) then overdue(laneOf(market)).incrementAndGet(): Unit
    def stored(result: A) =
      late.cancel(): Unit
      refuse.cancel(): Unit
      // either it never refuses, or no more
      if !refusing.compareAndSet(false, true) then overdue(laneOf(market)).decrementAndGet(): Unit
      told.done()
      done(result)
    tryToStore(again = false, told, write)(stored)

  private def tryToStore[A](again: Boolean, told: outage.Write, write: Boolean => A)(done: A => Unit): Unit =
    val result =
      try Right(write(again))
      // also when memory is short: its market would stand still for ever
      catch case failure: Throwable => Left(failure)
    result match
      case Right(value) =>
        commits.incrementAndGet(): Unit
        done(value)
      case Left(foreign: NotOwnerException) => stop(foreign)
      case Left(failure) =>
        failures.incrementAndGet(): Unit
        told.failed(String.valueOf(failure.getMessage))
        if !abandoned then
          engine.after(config.retryEvery)(() => run(() => tryToStore(again = true, told, write)(done))): Unit

  /** Another process has the database. */
  def stop(foreign: NotOwnerException): Unit =
    if taken.trySuccess(()) then
      Writer.log.log(
        Level.ERROR,
        s"${foreign.getMessage}: this process writes nothing any more, and refuses all orders. " +
          "None of those that wait was acknowledged as durable. See to it that one service has the database, and end this one"
      )
    synchronized(notifyAll())

  /** The entry has found its place. */
  protected def settled(entry: Entry, keys: Vector[Long]): Unit =
    stored.incrementAndGet(): Unit
    durable.record(System.nanoTime - entry.made)
    onStored(entry)
    // who sees it durable sees its room free
    release(entry.market, 1)
    val lane = laneOf(entry.market)
    if full(lane).get && isRoomy(waiting(lane).get) && full(lane).compareAndSet(true, false) then
      Writer.log.log(Level.WARNING, "the database has caught up: its markets take orders again")
    entry.becomeDurable(keys)
    if closing then synchronized(notifyAll())
end Writer

private[trading] object Writer:
  private val log = System.getLogger("eddy.trading").nn

  def apply(config: StorageConfig, tables: Tables, engine: Engine, onStored: Entry => Unit): Writer =
    config.persistence match
      case Persistence.GroupCommit => new GroupWriter(config, tables, engine, onStored)
      case Persistence.ParallelInserts => new ParallelWriter(config, tables, engine, onStored)
      case Persistence.OneByOne => new OneByOneWriter(config, tables, engine, onStored)
