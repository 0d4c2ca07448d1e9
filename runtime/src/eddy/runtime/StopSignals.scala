package eddy.runtime

import java.lang.System.Logger.Level.WARNING
import java.util.concurrent.atomic.AtomicBoolean

import sun.misc.{Signal, SignalHandler}

/** Stops a program in order on Ctrl-C (SIGINT), SIGTERM, SIGHUP or `System.exit`. A signal runs the stop
  * before the JVM begins to shut down. In a shutdown hook it would be too late for the log:
  * `java.util.logging` closes its handlers in a hook of its own, at the same time. A second signal ends the
  * process at once.
  */
final class StopSignals private (stop: () => Option[Int]) extends AutoCloseable:
  import StopSignals.*

  private val hasBegun = AtomicBoolean()
  // for System.exit, and where signals cannot be handled (-Xrs)
  private val hook = Thread(() => if hasBegun.compareAndSet(false, true) then stop(): Unit, ThreadName)
  private var before = List.empty[(Signal, SignalHandler)]

  private def install(): this.type =
    Runtime.getRuntime.addShutdownHook(hook)
    before = names.flatMap: name =>
      try
        val signal = Signal(name)
        Some(signal -> Signal.handle(signal, handle(_)))
      // this system does not have it, or the JVM must not use it
      catch case _: IllegalArgumentException => None
    this

  private def handle(signal: Signal): Unit =
    val code = 128 + signal.getNumber
    if hasBegun.compareAndSet(false, true) then
      val thread = Thread(() => end(code), ThreadName)
      // the JVM's thread for signals is a daemon, and so would this one be: the JVM would not wait for it,
      // and end with 0 when the program's other threads have ended
      thread.setDaemon(false)
      thread.start()
    else Runtime.getRuntime.halt(code)

  private def end(code: Int): Unit =
    val chosen =
      try stop()
      catch
        case failure: Throwable =>
          System.getLogger("eddy.runtime").log(WARNING, "the program did not stop in order", failure)
          Some(1)
    System.exit(chosen.getOrElse(code))

  /** The program has stopped without a signal: puts back the handlers from before. */
  def close(): Unit =
    before.foreach((signal, handler) => Signal.handle(signal, handler): Unit)
    // throws when the process is ending already
    try Runtime.getRuntime.removeShutdownHook(hook): Unit
    catch case _: IllegalStateException => ()
end StopSignals

object StopSignals:
  private val names = List("INT", "TERM", "HUP")
  private val ThreadName = "eddy-stop"

  /** @param stop
    *   runs once, on a thread of its own, and blocks until the program has stopped. It may choose the exit
    *   code; otherwise that is 128 and the number of the signal, as if the signal had not been handled
    */
  def install(stop: () => Option[Int]): StopSignals = new StopSignals(stop).install()
end StopSignals
