package eddy.chat.internal

import eddy.chat.CloseCode
import eddy.runtime.Engine

import java.util.concurrent.ConcurrentHashMap
import scala.concurrent.duration.{DurationLong, FiniteDuration}
import scala.concurrent.{Future, Promise}
import scala.jdk.CollectionConverters.*
import scala.util.Random

/** The open connections of a node, and how they are sent elsewhere when it stops. Any thread. */
private[chat] final class Wires(engine: Engine):
  private val open = ConcurrentHashMap.newKeySet[Wire]().nn
  @volatile private var draining = false
  private val gone = Promise[Unit]()

  def isDraining: Boolean = draining

  def add(wire: Wire): Unit =
    open.add(wire): Unit
    // it came too late for its turn
    if draining then wire.close(CloseCode.Stopping)

  def remove(wire: Wire): Unit =
    open.remove(wire): Unit
    if draining && open.isEmpty then gone.trySuccess(()): Unit

  /** Closes all that are open, each at a moment of its own, spread evenly and by chance, so that they do not come to the next node at once; and
    * whatever comes in later. Done when the last has gone.
    */
  def drain(within: FiniteDuration): Future[Unit] =
    draining = true
    val all = Random.shuffle(open.asScala.toVector)
    all.zipWithIndex.foreach: (wire, turn) =>
      val moment = (within.toMillis * (turn + Random.nextDouble()) / all.size).toLong
      engine.after(moment.millis)(() => wire.close(CloseCode.Stopping)): Unit
    if open.isEmpty then gone.trySuccess(()): Unit
    gone.future
end Wires
