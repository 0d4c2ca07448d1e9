package eddy.runtime

import scala.concurrent.duration.{DurationInt, FiniteDuration}

/** How an [[Engine]] is built. Checked here, so that an engine never starts on a wrong value.
  *
  * @param name prefix of the names of the engine's threads
  * @param workers base workers, about one per core
  * @param maxSpareWorkers how many spare workers may substitute for blocked or long-running ones at a time
  * @param spareKeepAlive how long a spare worker with nothing to do is kept before its thread ends
  * @param eventsPerTurn how many events of one unit run before other units run
  * @param reporter receives the failures that events throw
  */
final case class EngineConfig(
    name: String = "eddy",
    workers: Int = Runtime.getRuntime.nn.availableProcessors,
    maxSpareWorkers: Int = 1024,
    spareKeepAlive: FiniteDuration = 5.seconds,
    eventsPerTurn: Int = 64,
    reporter: FailureReporter = FailureReporter.log
):
  require(name.nonEmpty, "engine name is empty: give a prefix for thread names, such as \"eddy\"")
  require(workers >= 1 && workers <= 1024, s"workers = $workers: must be from 1 to 1024, about one per core")
  require(
    maxSpareWorkers >= 0 && maxSpareWorkers <= 32_768,
    s"maxSpareWorkers = $maxSpareWorkers: must be from 0 to 32768"
  )
  require(spareKeepAlive.toMillis > 0, s"spareKeepAlive = $spareKeepAlive: must be at least one millisecond")
  require(eventsPerTurn >= 1, s"eventsPerTurn = $eventsPerTurn: must be at least 1")
end EngineConfig
