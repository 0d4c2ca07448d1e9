package eddy.actor.internal

import java.util.concurrent.ConcurrentHashMap
import scala.jdk.CollectionConverters.*

/** Hears of each start and end of an actor of a system. Only a system that keeps a list of its actors has one, or one that
  * is being shut down: the others look at a null reference.
  */
private[actor] final class Roll(val keeps: Boolean):
  import Roll.Door

  private val live = ConcurrentHashMap.newKeySet[Cell[?]]().nn
  @volatile private var door = Door.Open

  /** From now on starts are refused; at first not those of children, so that their supervisors can end in order. */
  def shut(forChildren: Boolean): Unit = door = if forChildren then Door.Shut else Door.ForChildren

  def isOpen: Boolean = door == Door.Open

  /** @throws IllegalStateException when the system was shut down */
  def started(cell: Cell[?]): Unit =
    // first: who shuts the door and then looks for all misses none
    if keeps then live.add(cell): Unit
    val refused = door match
      case Door.Open => false
      case Door.ForChildren => !cell.isSupervised
      case Door.Shut => true
    if refused then
      ended(cell)
      throw IllegalStateException(
        s"$cell cannot be started, its actor system was shut down: start it before, or in another system"
      )

  def ended(cell: Cell[?]): Unit = if keeps then live.remove(cell): Unit

  def all: Vector[Cell[?]] = live.asScala.toVector
end Roll

private object Roll:
  private enum Door derives CanEqual:
    case Open, ForChildren, Shut
