package eddy.state.inference

import java.util.concurrent.{ExecutorService, Executors}

/** Threads that read callbacks, one for each processor: the JDK's common pool has one less, for whoever hands work to it, and who starts
  * a server only waits.
  */
private[inference] object Readers:
  /** To be shut down once it has got its work, which it does all the same. */
  def apply(): ExecutorService =
    Executors.newFixedThreadPool(
      Runtime.getRuntime.availableProcessors,
      work =>
        val t = Thread(work, "eddy-reader")
        t.setDaemon(true)
        t
    )
