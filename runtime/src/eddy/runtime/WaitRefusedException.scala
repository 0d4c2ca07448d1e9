package eddy.runtime

import java.util.concurrent.RejectedExecutionException

/** A wait on a worker was refused at once: so many workers are blocked already that none would be left to
  * answer. The program did not wait, and may try again later.
  */
final class WaitRefusedException private[runtime] (engine: String, blocked: Int)
    extends RejectedExecutionException(
      s"engine \"$engine\": $blocked workers are blocked, and the others must be left for those who " +
        "answer, so no more may wait. Wait without a thread (ask with sendTo, a Future, react), on a " +
        "thread of its own (threadActor, Engine.pool), or raise maxSpareWorkers."
    )
