package eddy.bench.actors

import scala.concurrent.duration.{DurationInt, FiniteDuration}

/** How often each contender does the work of one configuration.
  *
  * @param warmups rounds before the first that counts
  * @param samples rounds that count
  * @param goAtLeast the number of operations is raised until a round takes as long
  * @param warmFor a contender that has worked as long while warming is warm
  * @param sampleFor when the samples of one configuration have taken as long, three will do
  */
final case class Rounds(
    warmups: Int = 5,
    samples: Int = 7,
    goAtLeast: FiniteDuration = 300.millis,
    warmFor: FiniteDuration = 5.seconds,
    sampleFor: FiniteDuration = 45.seconds
):
  require(warmups >= 0 && warmups <= 1000, s"warmups = $warmups: must be from 0 to 1000")
  require(samples >= 1 && samples <= 1000, s"samples = $samples: must be from 1 to 1000")

  private[actors] def in(configuration: Configuration): Rounds =
    if configuration.alone then copy(warmups = math.min(warmups, 1), samples = math.min(samples, 3)) else this

object Rounds:
  /** For a first look: figures differ more from run to run. */
  val quick: Rounds = Rounds(2, 3, 100.millis, 2.seconds, 10.seconds)
