package eddy.social.internal

import eddy.runtime.{Engine, Pool}
import eddy.state.Spawns

import java.util.concurrent.TimeUnit
import java.util.concurrent.atomic.LongAdder
import scala.concurrent.Future

import io.micrometer.core.instrument.binder.MeterBinder
import io.micrometer.core.instrument.{FunctionCounter, FunctionTimer, Gauge, MeterRegistry}

/** Threads for one kind of work, at most `threads`, with a queue of at most `queued` tasks. It measures how
  * long tasks wait.
  */
private[social] final class WorkPool(engine: Engine, val name: String, threads: Int, queued: Int)
    extends MeterBinder:
  private val pool: Pool = engine.pool(name, threads, queued)
  private val begun = new LongAdder
  private val waitedNanos = new LongAdder

  /** Runs `body` on a thread of this pool. Any thread may call. The future fails with a
    * `PoolFullException` if the queue is full; nothing was done then.
    */
  @Spawns
  def call[A](body: => A): Future[A] =
    val handedOver = System.nanoTime
    pool.call:
      waitedNanos.add(System.nanoTime - handedOver)
      begun.increment()
      body

  /** Whether the queue is full now. */
  def isFull: Boolean = pool.stats.queued >= queued

  def bindTo(registry: MeterRegistry): Unit =
    gauge(registry, "queued", "tasks that wait for a thread of the pool")(_.stats.queued)
    gauge(registry, "active", "threads of the pool at work")(_.stats.active)
    FunctionCounter.builder("eddy.social.pool.rejected", pool, (p: Pool) => p.stats.refused.toDouble)
      .description("tasks that the pool has rejected, since its queue was full")
      .tag("pool", name).register(registry): Unit
    FunctionTimer.builder(
      "eddy.social.pool.wait",
      this,
      (p: WorkPool) => p.begun.sum,
      (p: WorkPool) => p.waitedNanos.sum.toDouble,
      TimeUnit.NANOSECONDS
    ).description("how long tasks have waited for a thread of the pool").tag("pool", name).register(
      registry
    ): Unit

  private def gauge(registry: MeterRegistry, what: String, description: String)(read: Pool => Int): Unit =
    Gauge.builder(s"eddy.social.pool.$what", pool, (p: Pool) => read(p).toDouble)
      .description(description).tag("pool", name).register(registry): Unit
end WorkPool
