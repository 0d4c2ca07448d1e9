package eddy.trading.internal

import eddy.runtime.Engine
import eddy.trading.StorageConfig

import scala.concurrent.duration.DurationInt
import scala.concurrent.{Await, ExecutionContext, Future}

/** The market engine waits for each entry; a worker stands in for the one that it holds. When the database is away, the
  * engine stands still, and its mailbox fills.
  */
private[trading] final class OneByOneWriter(
    config: StorageConfig,
    tables: Tables,
    engine: Engine,
    onStored: Entry => Unit
) extends Writer(config, engine, onStored):
  private given ExecutionContext = ExecutionContext.parasitic

  def append(entry: Entry): Unit =
    run: () =>
      untilStored(entry.market)(tables.writeOneByOne(entry, _))(settled(entry, _))
    Engine.blocking(Await.ready(Future.firstCompletedOf(Seq(entry.durable, ended)), 1.day)): Unit
