package eddy.bench.web.run

import scala.concurrent.duration.{DurationInt, FiniteDuration}

/** How long is measured.
  *
  * @param rounds in which every contender has its turn, of what is measured in turns
  * @param warm load on each contender before the first round
  * @param turn of each in a round
  * @param open length of an open-loop load at a fixed rate
  * @param ramp length of a load whose rate rises
  * @param idle connections
  * @param quick leaves out steps in between
  */
private[bench] final case class Effort(
    rounds: Int,
    warm: FiniteDuration,
    turn: FiniteDuration,
    open: FiniteDuration,
    ramp: FiniteDuration,
    idle: Int,
    quick: Boolean
)

private[bench] object Effort:
  val full: Effort = Effort(7, 10.seconds, 2.seconds, 20.seconds, 30.seconds, 10_000, quick = false)

  /** For a first look: figures differ more from run to run. Each server is warm all the same: a JVM that still compiles needs
    * ten times as long for a request.
    */
  val quick: Effort = Effort(5, 6.seconds, 1.second, 4.seconds, 2500.millis, 10_000, quick = true)
