package eddy.bench.contender

import java.util.concurrent.Semaphore

/** A process that has nothing to do with the actors, and computes on every processor between two commands. It
  * ends with its starter, whose pipe it reads.
  */
object Neighbour:
  @volatile private var busy = false

  /** Reads bytes: 1 begins to compute, 0 ceases, the end of the input ends the process. */
  def main(args: Array[String]): Unit =
    val go = new Semaphore(0)
    val threads = Runtime.getRuntime.nn.availableProcessors
    (1 to threads).foreach(_ => Thread.ofPlatform.nn.daemon().nn.start(() => work(go)))
    var command = System.in.nn.read()
    while command >= 0 do
      busy = command == 1
      if busy then go.release(threads)
      command = System.in.nn.read()

  private def work(go: Semaphore): Unit =
    while true do
      go.acquire()
      var x = 1L
      while busy do x = x * 6364136223846793005L | 1
end Neighbour
