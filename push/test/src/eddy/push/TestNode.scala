package eddy.push

import eddy.actor.ActorSystem
import eddy.push.internal.{Epochs, HistoryBudget}

import java.util.concurrent.ConcurrentLinkedQueue
import scala.concurrent.duration.DurationInt

/** A node for the tests of a mediator: keeps 1,000 publications of channels whose name begins with "kept" or
  * "brief", of these for a moment, and nothing of others.
  */
final class TestNode(val system: ActorSystem) extends MediatorNode, HistoryBudget.Owner:
  val id: String = Epochs.fresh(system)
  val failures: ConcurrentLinkedQueue[String] = ConcurrentLinkedQueue()
  val states: Happenings[MediatorState] = Happenings()
  val switches: Happenings[(Interest, Delivery)] = Happenings()

  def retention(channel: String): Retention =
    if channel.startsWith("kept small") then Retention(1000, 10.minutes, bytes = 100_000)
    else if channel.startsWith("kept") then Retention(1000, 10.minutes)
    else if channel.startsWith("brief") then Retention(1000, 100.millis, 10.minutes)
    else Retention(0, 10.minutes)
  val histories: HistoryBudget = HistoryBudget(8 * 1024 * 1024)
  def changed(state: MediatorState): Unit = states.add(state)
  def switched(interest: Interest, to: Delivery): Unit = switches.add((interest, to))
  def failed(doing: String, cause: Throwable): Unit = failures.add(s"$doing: $cause"): Unit
end TestNode
