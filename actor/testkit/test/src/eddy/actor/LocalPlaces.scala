package eddy.actor

import java.util.concurrent.ConcurrentHashMap
import scala.jdk.CollectionConverters.*

/** All in one system.
  *
  * @param quiet waits until nothing is queued and nothing runs
  */
final class LocalPlaces(quiet: () => Unit)(using system: ActorSystem) extends ProgramPlaces:
  import ProgramRun.Order

  private val refs = new ConcurrentHashMap[Int, ActorRef[Order]]()

  def systemOf(i: Int): ActorSystem = system
  def seen(by: Int, other: Int): Option[ActorRef[Order]] = Option(refs.get(other))
  def entered(i: Int, ref: ActorRef[Order]): Unit = refs.put(i, ref): Unit
  def numberOf(by: Int, ref: ActorRef[?]): Int = refs.asScala.find(_._2 eq ref).fold(-1)(_._1)
  def startLinked(by: Int, child: Int, run: ProgramRun)(using Actor[Order]): Unit =
    run.enter(child, actor.linked[Order](run.behaviour(child)))
  def settle(): Unit = quiet()
end LocalPlaces
