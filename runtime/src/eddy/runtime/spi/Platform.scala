package eddy.runtime.spi

import java.lang.System.Logger
import java.util.random.RandomGenerator
import scala.concurrent.Future

/** The environment of an engine: time, threads that wait in place, randomness, identity, the log. It is the
  * JDK except in simulated tests of actors; see [[Dispatcher]] for why the choice costs nothing.
  *
  * Whatever decides about the order or the outcome of events must come from here and not from the JDK, so
  * that a seed can decide it.
  */
private[eddy] abstract class Platform:
  def start(): Unit

  // --- time --------------------------------------------------------------------------------------

  /** As `System.nanoTime`. */
  def nanoTime: Long

  /** As `System.currentTimeMillis`. */
  def currentTimeMillis: Long

  /** Has [[TimerEntry.due]] called once, not before `delayNanos` are over. */
  def insert(timer: TimerEntry, delayNanos: Long): Unit

  /** As [[insert]], for a limit that is mostly cancelled soon: cheaper, and up to 16 ms late. */
  def insertCoarse(timer: TimerEntry, delayNanos: Long): Unit = insert(timer, delayNanos)

  /** False when it was due or cancelled before. */
  def cancel(timer: TimerEntry): Boolean

  /** Timers waiting. */
  def timers: Int

  /** Stops all timers: none expires afterwards. */
  def stopTimers(): Unit

  // --- waiting in place --------------------------------------------------------------------------

  /** A thread for `owner`, an actor that waits in place; not started yet. */
  def newThread(name: String, owner: AnyRef, body: Runnable): Thread
  def startThread(thread: Thread): Unit

  /** As `LockSupport.parkNanos`; Long.MaxValue is without limit. May return without reason. */
  def park(blocker: AnyRef, nanos: Long): Unit
  def unpark(thread: Thread | Null): Unit

  /** Of a thread made here: it comes out of what it is blocked in. */
  def interrupt(thread: Thread | Null): Unit

  /** The owner of the calling thread, or what it runs for its engine: an actor, another task, or nothing. */
  def acting: AnyRef | Null

  /** Waits for the future's end: for one that surely comes to it. */
  def await[A](future: Future[A]): A

  /** Waits for the future's end, at most for so long; the limit is the calling thread's own. False when it is
    * over.
    */
  def await(future: Future[?], nanos: Long): Boolean

  /** Another may go first: a thread of its own is about to take its next message. */
  def giveWay(): Unit

  /** Others may go first: something is about to be sent. Called with no lock held. */
  def beforeSend(): Unit

  /** As [[beforeSend]], when something shared is about to be used.
    *
    * @param by runs; its `toString` says so
    * @param of stands for the object that is used
    * @param entry stands for the one entry of it that is used; null: all of it
    */
  def beforeUse(by: AnyRef, of: AnyRef, entry: AnyRef | Null, use: Platform.Use): Unit

  /** Whether others may come in the midst of an event, before it sends or uses what is shared, though on no
    * other thread.
    */
  def interleaves: Boolean

  /** @throws UnsupportedOperationException when this platform has no threads but its own */
  def needsThreads(what: String, instead: String): Unit

  // --- chance, identity, log ---------------------------------------------------------------------

  def random: RandomGenerator

  /** 64 bits that nobody can guess, for what must not be mistaken for another, nor forged. */
  def unguessable: Long

  /** Whether messages that could carry the time they were sent do: code takes other paths then. */
  def stampsMessages: Boolean

  /** The label of an object without a name, as short as possible. */
  def label(of: AnyRef): String = Integer.toHexString(hash(of)).nn

  /** The identity hash code: decides the order of sets. */
  def hash(of: AnyRef): Int
  def log(logger: Logger, level: Logger.Level, text: => String): Unit
end Platform

private[eddy] object Platform:
  /** How something shared is used. */
  enum Use derives CanEqual:
    case Reads, Adds, Writes
