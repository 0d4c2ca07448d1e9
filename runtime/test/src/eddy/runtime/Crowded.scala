package eddy.runtime

import java.util.concurrent.CountDownLatch
import java.util.concurrent.atomic.AtomicLong

/** A program whose units pass messages to each other, and never block, on a machine that has other things to
  * do: threads of the same process that compute.
  *
  * It reads a line first, so that its starter can set it a quota; then it prints its spares, and what was
  * reported.
  */
object Crowded:
  private val Units = 10_000
  private val Passes = 2_000_000L

  def main(arguments: Array[String]): Unit =
    val Array(busy, spares) = arguments.map(_.toInt): @unchecked
    val _ = System.in.nn.read()
    (1 to busy).foreach(_ => Thread.ofPlatform.nn.daemon().nn.start(() => compute()))
    val reported = new java.util.concurrent.ConcurrentLinkedQueue[String]()
    val reporter: FailureReporter = (failure, _) => reported.add(String.valueOf(failure.getMessage)): Unit
    val engine = Engine.start(EngineConfig(workers = 2, maxSpareWorkers = spares, reporter = reporter))
    pass(engine)
    println(s"${engine.stats.sparesStarted} ${reported.size}")

  private def compute(): Unit =
    var x = 1L
    while x != 0 do x = x * 6364136223846793005L | 1

  private def pass(engine: Engine): Unit =
    val units = Array.fill(Units)(engine.unit())
    val left = new AtomicLong(Passes)
    val over = new CountDownLatch(Units)
    def step(at: Int): Unit =
      if left.decrementAndGet() > 0 then
        val next = (at * 31 + 7) % Units
        units(next).submit(() => step(next))
      else over.countDown()
    units.indices.foreach(i => units(i).submit(() => step(i)))
    over.await()
end Crowded
