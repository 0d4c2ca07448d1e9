package eddy.actor.internal.system

import eddy.runtime.Engine
import eddy.runtime.spi.{Dispatcher, OnRejected}

/** Schedules the actors of a system that was shut down: instead of its turn, an actor ends. An actor that is
  * on no list ends in this way with its next message, and costs nothing before.
  *
  * As long as no system was shut down this class is not loaded; see [[Dispatcher]].
  */
private[actor] final class TerminatingDispatcher(engine: Engine) extends Dispatcher:
  private val open = engine.scheduler

  // not at once: the sender may itself be about to end, and be one of a long chain
  def submit(task: Runnable): Unit = task match
    case actor: TerminatingDispatcher.Terminable => open.submit(new TerminatingDispatcher.End(actor))
    case other => open.submit(other)
  def submitNext(task: Runnable): Unit = submit(task)
  def submitHome(task: Runnable, home: Int): Unit = submit(task)

  def start(): Unit = ()
  def stop(): Unit = ()
  def shortestQueue(): Int = open.shortestQueue()
  def awaitIdle(timeoutNanos: Long)(others: () => Boolean): Boolean = open.awaitIdle(timeoutNanos)(others)
  def injectedCount: Int = open.injectedCount
end TerminatingDispatcher

private[actor] object TerminatingDispatcher:
  /** An actor that runs in turns. */
  trait Terminable extends OnRejected:
    /** Owner only, instead of a turn: the system was shut down. */
    private[actor] def endUnasked(): Unit

  private final class End(actor: Terminable) extends Runnable, OnRejected:
    override def run(): Unit = actor.endUnasked()
    private[eddy] def refused(): Unit = actor.refused()
