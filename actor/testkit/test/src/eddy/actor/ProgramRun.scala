package eddy.actor

import java.util.concurrent.{ConcurrentHashMap, ConcurrentLinkedQueue}
import scala.concurrent.duration.DurationInt
import scala.jdk.CollectionConverters.*

/** A random program on real actors.
  *
  * @param quiet waits until nothing is queued and nothing runs
  */
final class ProgramRun(program: RandomProgram, quiet: () => Unit)(using ActorSystem):
  import ProgramRun.*

  private val refs = new ConcurrentHashMap[Int, ActorRef[Order]]()
  private val heard = new ConcurrentHashMap[Int, ConcurrentLinkedQueue[String]]()
  private val starts = new ConcurrentHashMap[Int, Int]()
  private val ends = new ConcurrentHashMap[Int, List[String]]()
  // numbers of notes from one to another; changed by the sender alone
  private val sent = new ConcurrentHashMap[(Int, Int), Int]()

  private val children =
    (0 until program.supervised).map(i => Child[Order](s"$i", ChildOptions())(behaviour(i)))
  children.zipWithIndex.foreach((child, i) => enter(i, child.ref))
  private val supervisor = supervise(Supervision(intensity = Intensity(1_000_000, 1.hour)))(children*)
  (program.supervised until program.actors).foreach(i => enter(i, actor[Order](behaviour(i))))
  quiet()

  private def enter(i: Int, ref: ActorRef[Order]): Unit =
    val _ = refs.put(i, ref)
    val _ = heard.put(i, new ConcurrentLinkedQueue)
    ref.addMonitor(new Monitor(
      ref,
      reason =>
        val _ = ends.merge(i, List(words(reason)), _ ::: _)
    ))

  private def behaviour(i: Int)(using Actor[Order]): Behavior[Order] =
    val _ = starts.merge(i, 1, _ + _)
    loop:
      react:
        case Order.Do(step) => act(i, step)
        case Order.Heard(what) =>
          val _ = heard.get(i).add(what)
          done

  private def act(i: Int, step: Step)(using Actor[Order]): Behavior[Order] =
    def to(other: Int)(act: ActorRef[Order] => Unit): Behavior[Order] =
      Option(refs.get(other)).foreach(act)
      done
    step match
      case Step.Link(_, other) => if other == i then done else to(other)(link(_))
      case Step.Unlink(_, other) => to(other)(unlink(_))
      case Step.Watch(_, other) =>
        to(other): ref =>
          val _ = monitor(ref)(reason => Order.Heard(s"down $other ${words(reason)}"))
      case Step.Trap(_, on) =>
        if on then trapExit(exit => Order.Heard(s"trapped ${numberOf(exit.from)} ${words(exit.reason)}"))
        else untrapExit
        done
      case Step.Send(_, other) =>
        to(other): ref =>
          if ref.isAlive then ref ! Order.Heard(s"note $i #${sent.merge((i, other), 1, _ + _)}")
      case Step.AskToEnd(_, other, reason) => to(other)(_.exit(reasonOf(reason)))
      case Step.Kill(_, other) => to(other)(_.kill())
      case Step.Fail(_, reason) => throw IllegalStateException(s"$reason")
      case Step.End(_, reason) => exit(reasonOf(reason))
      case Step.SpawnLinked(_, child) =>
        enter(child, actor.linked[Order](behaviour(child)))
        done
    end match
  end act

  private def numberOf(ref: ActorRef[?]): Int = refs.asScala.find(_._2 eq ref).map(_._1).get

  def start(steps: Seq[Step]): Unit =
    steps.foreach(step => Option(refs.get(step.who)).foreach(_ ! Order.Do(step)))
    quiet()

  def numbers: Set[Int] = refs.keySet.nn.asScala.toSet
  def isAlive(i: Int): Boolean = refs.get(i).isAlive
  def endsOf(i: Int): List[String] = ends.getOrDefault(i, Nil).nn
  def startsOf(i: Int): Int = starts.getOrDefault(i, 0)
  def heardBy(i: Int): List[String] = heard.get(i).asScala.toList
  def sentTo(from: Int, to: Int): Int = sent.getOrDefault((from, to), 0)
  def linksOf(i: Int): Set[Int] = ActorView.of(refs.get(i)).get.links.map(numberOf)

  def close(): Unit =
    supervisor.ref.kill()
    refs.values.nn.asScala.foreach(_.kill())
    quiet()
end ProgramRun

object ProgramRun:
  private enum Order:
    case Do(step: Step)
    case Heard(what: String)

  def reasonOf(reason: Int): ExitReason =
    if reason == 0 then ExitReason.Normal else ExitReason.Because(reason)

  def words(reason: ExitReason): String = reason match
    case ExitReason.Failed(cause) => s"failed ${cause.getMessage}"
    case ExitReason.Because(value) => s"because $value"
    case ExitReason.NoActor => "no actor"
    case other => other.toString.toLowerCase
end ProgramRun
