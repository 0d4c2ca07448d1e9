package eddy.remote.testkit.internal

import eddy.remote.session.IoThread
import eddy.runtime.{Engine, SequentialUnit}

import scala.concurrent.duration.DurationLong

/** In place of a thread for the events of a transport: a unit of the machine's engine. */
private[testkit] final class SimulatedIo(engine: Engine) extends IoThread:
  private val unit: SequentialUnit = engine.unit()

  def execute(task: Runnable): Unit = unit.submit(task)

  def after(delayNanos: Long)(task: Runnable): AutoCloseable =
    var isClosed = false
    val timer = engine.after(delayNanos.nanos)(() => unit.submit(() => if !isClosed then task.run()))
    () =>
      isClosed = true
      timer.cancel(): Unit

  def nanoTime: Long = engine.nanoTime
end SimulatedIo
