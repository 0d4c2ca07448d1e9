package eddy.trading.internal

import eddy.runtime.Engine
import eddy.trading.StorageConfig

import java.util.concurrent.{ConcurrentHashMap, TimeoutException}
import scala.concurrent.duration.DurationInt
import scala.concurrent.{Await, ExecutionContext, Future}

/** The market engine waits for each entry; a worker stands in for the one that it holds. When the database is away, the
  * engine stands still until the entry has waited for [[StorageConfig.refuseAfter]]. Then it refuses orders.
  */
private[trading] final class OneByOneWriter(
    config: StorageConfig,
    tables: Tables,
    engine: Engine,
    onStored: Entry => Unit
) extends Writer(config, engine, onStored):
  private given ExecutionContext = ExecutionContext.parasitic

  // of each market: an entry behind one that the engine no longer waits for is written after it
  private val newest = ConcurrentHashMap[Int, Future[?]]()

  // by then it refuses
  private val patience = config.refuseAfter + 1.second

  def append(entry: Entry): Unit =
    val before = newest.put(entry.market, entry.durable)
    if before == null || before.isCompleted then write(entry)
    else before.onComplete(_ => write(entry))
    try Engine.blocking(Await.ready(Future.firstCompletedOf(Seq(entry.durable, ended)), patience)): Unit
    catch case _: TimeoutException => ()

  private def write(entry: Entry): Unit = run: () =>
    untilStored(entry.market)(tables.writeOneByOne(entry, _))(settled(entry, _))
end OneByOneWriter
