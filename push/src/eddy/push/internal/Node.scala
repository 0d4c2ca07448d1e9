package eddy.push.internal

import eddy.actor.ActorSystem
import eddy.push.*
import eddy.runtime.SparseLog

import java.lang.System.Logger.Level
import java.util.concurrent.atomic.AtomicReference

/** What the parts of a node share, and the node as its mediator sees it. Any thread. */
private[push] final class Node(val config: ChannelsConfig, val mediator: Mediator, val system: ActorSystem)
    extends MediatorNode,
      HistoryBudget.Owner:
  val id: String = Epochs.fresh(system)
  val stats: Stats = Stats(() => system.engine.nanoTime)
  val namespaces: Namespaces = Namespaces(config)
  val histories: HistoryBudget = HistoryBudget(config.historyBytes)
  private val reported = new AtomicReference[MediatorState](MediatorState.Up)
  private val failures = SparseLog(system.engine, System.getLogger("eddy.push").nn, Level.WARNING)
  val deadline: Deadline = Deadline(system.engine, mediator.name, config.mediatorTimeout, mediatorFailed(_))

  def retention(channel: String): Retention = namespaces.retention(channel)

  /** The same place in the channel's present epoch, where that continues from there; else unchanged. */
  def present(channel: String, at: Position): Position = mediator match
    case lineage: Lineage => lineage.present(channel, at).getOrElse(at)
    case _ => at

  def changed(state: MediatorState): Unit =
    val before = reported.getAndSet(state)
    (before, state) match
      case (MediatorState.Up, MediatorState.Down(cause, _)) =>
        log(Level.WARNING, s"mediator ${mediator.name} is down: $cause")
      case (MediatorState.Down(before, _), MediatorState.Down(cause, _)) if before != cause =>
        log(Level.WARNING, s"mediator ${mediator.name} is still down, now: $cause")
      case (MediatorState.Down(_, since), MediatorState.Up) =>
        val seconds = (System.currentTimeMillis - since) / 1000.0
        log(Level.INFO, f"mediator ${mediator.name} is up again, after $seconds%.1f s")
      case _ => ()

  /** If the mediator is down, the log says so already. */
  private def mediatorFailed(reason: String): Unit =
    if reported.get == MediatorState.Up then failures.line(reason)

  def switched(interest: Interest, to: Delivery): Unit =
    stats.switched(interest, to)
    log(Level.DEBUG, s"$interest is delivered by $to")

  def failed(doing: String, cause: Throwable): Unit =
    stats.failures.increment()
    cause match
      // it is known to be away
      case _: (MediatorException | PushException) => log(Level.DEBUG, s"$doing failed: $cause")
      case _ => system.engine.report(cause, doing)

  private def log(level: Level, text: => String): Unit = system.engine.platform.log(Node.log, level, text)
end Node

private[push] object Node:
  private val log = System.getLogger("eddy.push").nn
