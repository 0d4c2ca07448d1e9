package eddy.trading.internal

import eddy.runtime.Engine
import eddy.trading.StorageConfig

import scala.concurrent.Await
import scala.concurrent.duration.DurationInt

/** The market engine waits for each entry; a worker stands in for the one that it holds. When the database is away, the
  * engine stands still, and its mailbox fills.
  */
private[trading] final class OneByOneWriter(
    config: StorageConfig,
    tables: Tables,
    engine: Engine,
    onStored: Entry => Unit
) extends Writer(config, engine, onStored):
  def append(entry: Entry): Unit =
    run: () =>
      untilStored(again = false)(tables.writeOneByOne(entry, _))(settled(entry, _))
    Engine.blocking(Await.ready(entry.durable, 1.day)): Unit
