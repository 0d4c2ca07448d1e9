package eddy.runtime

import java.lang.System.Logger.Level.WARNING
import java.util.concurrent.atomic.AtomicBoolean

import sun.misc.{Signal, SignalHandler}

/** Stops a program in order on Ctrl-C (SIGINT), SIGTERM, SIGHUP or `System.exit`. A signal runs the stop
  * before the JVM begins to shut down. In a shutdown hook it would be too late for the log:
  * `java.util.logging` closes its handlers in a hook of its own, at the same time.
  *
  * A program may install several, such as one for each of its servers: a signal runs all of them at the same
  * time, and the process ends when each has returned. A second signal ends the process at once, and so does a
  * signal after `System.exit`, unless it comes within a second of the first or of the exit: a terminal, a
  * shell and `timeout` may send more than one for the same end.
  */
final class StopSignals private (stop: () => Option[Int], private val cutShort: () => Unit)
    extends AutoCloseable:
  import StopSignals.*

  private val hasBegun = AtomicBoolean()
  // for System.exit, and where signals cannot be handled (-Xrs)
  private val hook = Thread(
    () =>
      if hasBegun.compareAndSet(false, true) then
        noteStop()
        stop(): Unit,
    ThreadName
  )

  /** The exit code that it chooses; None: it has run before, or has no wish. */
  private def run(): Option[Int] =
    if !hasBegun.compareAndSet(false, true) then None
    else
      try stop()
      catch
        case failure: Throwable =>
          System.getLogger("eddy.runtime").log(WARNING, "the program did not stop in order", failure)
          Some(1)

  /** The program has stopped. The last one puts back the handlers from before, unless a signal has come: what
    * the program still does then is part of its stop, and a signal of the same stop does not cut it short.
    */
  def close(): Unit =
    remove(this)
    // throws when the process is ending already
    try Runtime.getRuntime.removeShutdownHook(hook): Unit
    catch case _: IllegalStateException => ()
end StopSignals

object StopSignals:
  private val names = List("INT", "TERM", "HUP")
  private val ThreadName = "eddy-stop"
  private val CutShortMillis = 500L
  // all guarded by this
  private var installed = List.empty[StopSignals]
  private var before = List.empty[(Signal, SignalHandler)]
  private var firstAt: Option[Long] = None
  private[runtime] var sameStopNanos = 1_000_000_000L

  /** @param stop
    *   runs once, on a thread of its own, and blocks until the program has stopped. It may choose the exit
    *   code; otherwise that is 128 and the number of the signal, as if the signal had not been handled. Of
    *   several codes the largest counts. After `System.exit` the code of that call counts
    * @param cutShort
    *   runs when a further signal ends the process before the stop is over, to say what is lost. The process
    *   waits for it for half a second at most
    */
  def install(stop: () => Option[Int], cutShort: () => Unit = () => ()): StopSignals =
    val signals = new StopSignals(stop, cutShort)
    Runtime.getRuntime.addShutdownHook(signals.hook)
    synchronized:
      if before.isEmpty then before = names.flatMap(takeOver)
      installed = installed :+ signals
    signals

  private def takeOver(name: String): Option[(Signal, SignalHandler)] =
    try
      val signal = Signal(name)
      Some(signal -> Signal.handle(signal, handle(_)))
    // this system does not have it, or the JVM must not use it
    catch case _: IllegalArgumentException => None

  private def remove(signals: StopSignals): Unit = synchronized:
    installed = installed.filter(_ ne signals)
    if installed.isEmpty && firstAt.isEmpty then
      before.foreach((signal, handler) => Signal.handle(signal, handler): Unit)
      before = Nil

  /** `System.exit` has begun the stop: a signal from now on is another one of the same stop. */
  private def noteStop(): Unit = synchronized:
    if firstAt.isEmpty then firstAt = Some(System.nanoTime())

  private def handle(signal: Signal): Unit =
    val code = 128 + signal.getNumber
    val now = System.nanoTime()
    val (isFirst, toRun, isCutShort) = synchronized:
      firstAt match
        case None =>
          firstAt = Some(now)
          (true, installed, false)
        case Some(first) => (false, Nil, now - first >= sameStopNanos)
    if isCutShort then
      synchronized(installed).map(one => start(() => one.cutShort())).foreach(_.join(CutShortMillis))
      Runtime.getRuntime.halt(code)
    if toRun.nonEmpty then start(() => end(toRun, code)): Unit
    // the last one was closed at this moment: as the JVM does without a handler
    else if isFirst then System.exit(code)

  private def end(all: List[StopSignals], code: Int): Unit =
    val chosen = new java.util.concurrent.ConcurrentLinkedQueue[Int]()
    all.map(one => start(() => one.run().foreach(chosen.add(_): Unit))).foreach(_.join())
    System.exit(chosen.stream.reduce((a, b) => math.max(a, b)).orElse(code))

  // the JVM's thread for signals is a daemon, and so would these be: the JVM would not wait for them, and end
  // with 0 when the program's other threads have ended
  private def start(task: Runnable): Thread =
    val thread = Thread(task, ThreadName)
    thread.setDaemon(false)
    thread.start()
    thread
end StopSignals
