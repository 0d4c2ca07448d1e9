package eddy.actor

import java.util.concurrent.{ConcurrentHashMap, ConcurrentLinkedQueue}
import scala.concurrent.duration.DurationInt
import scala.jdk.CollectionConverters.*

/** A random program on real actors. */
final class ProgramRun(program: RandomProgram, places: ProgramPlaces):
  import ProgramRun.*

  private val refs = new ConcurrentHashMap[Int, ActorRef[Order]]()
  private val heard = new ConcurrentHashMap[Int, ConcurrentLinkedQueue[String]]()
  private val starts = new ConcurrentHashMap[Int, Int]()
  private val ends = new ConcurrentHashMap[Int, List[String]]()
  // numbers of notes from one to another; changed by the sender alone
  private val sent = new ConcurrentHashMap[(Int, Int), Int]()

  private var supervisor: Option[Supervisor] = None

  /** Starts the actors. Once, before all else. */
  def begin(): Unit =
    beginSupervised(using places.systemOf(0))
    (program.supervised until program.actors).foreach: i =>
      given ActorSystem = places.systemOf(i)
      enter(i, actor[Order](behaviour(i)))
    places.settle()

  private def beginSupervised(using ActorSystem): Unit =
    val children = (0 until program.supervised).map(i => Child[Order](s"$i", ChildOptions())(behaviour(i)))
    children.zipWithIndex.foreach((child, i) => enter(i, child.ref))
    supervisor = Some(supervise(Supervision(intensity = Intensity(1_000_000, 1.hour)))(children*))

  /** Actor `i` has been started. */
  def enter(i: Int, ref: ActorRef[Order]): Unit =
    val _ = refs.put(i, ref)
    val _ = heard.put(i, new ConcurrentLinkedQueue)
    places.entered(i, ref)
    ref.addMonitor(new Monitor(
      ref,
      reason =>
        val _ = ends.merge(i, List(words(reason)), _ ::: _)
    ))

  def behaviour(i: Int)(using Actor[Order]): Behavior[Order] =
    val _ = starts.merge(i, 1, _ + _)
    loop:
      react:
        case Order.Do(step) => act(i, step)
        case Order.Heard(what, _) =>
          val _ = heard.get(i).add(what)
          done

  private def act(i: Int, step: Step)(using Actor[Order]): Behavior[Order] =
    def to(other: Int)(act: ActorRef[Order] => Unit): Behavior[Order] =
      places.seen(i, other).foreach(act)
      done
    step match
      case Step.Link(_, other) => if other == i then done else to(other)(link(_))
      case Step.Unlink(_, other) => to(other)(unlink(_))
      case Step.Watch(_, other) =>
        to(other): ref =>
          val _ = monitor(ref)(reason => says(s"down $other ${words(reason)}"))
      case Step.Trap(_, on) =>
        if on then trapExit(exit => says(s"trapped ${places.numberOf(i, exit.from)} ${words(exit.reason)}"))
        else untrapExit
        done
      case Step.Send(_, other) =>
        to(other): ref =>
          if ref.isAlive then ref ! says(s"note $i #${sent.merge((i, other), 1, _ + _)}")
      case Step.AskToEnd(_, other, reason) => to(other)(_.exit(reasonOf(reason)))
      case Step.Kill(_, other) => to(other)(_.kill())
      case Step.Fail(_, reason) => throw IllegalStateException(s"$reason")
      case Step.End(_, reason) => exit(reasonOf(reason))
      case Step.SpawnLinked(_, child) =>
        places.startLinked(i, child, this)
        done
    end match
  end act

  def start(steps: Seq[Step]): Unit =
    steps.foreach(step => Option(refs.get(step.who)).foreach(_ ! Order.Do(step)))
    places.settle()

  def numbers: Set[Int] = refs.keySet.nn.asScala.toSet
  def isAlive(i: Int): Boolean = refs.get(i).isAlive
  def endsOf(i: Int): List[String] = ends.getOrDefault(i, Nil).nn
  def startsOf(i: Int): Int = starts.getOrDefault(i, 0)
  def heardBy(i: Int): List[String] = heard.get(i).asScala.toList
  def sentTo(from: Int, to: Int): Int = sent.getOrDefault((from, to), 0)
  def linksOf(i: Int): Set[Int] = ActorView.of(refs.get(i)).get.links.map(places.numberOf(i, _))

  def close(): Unit =
    supervisor.foreach(_.ref.kill())
    refs.values.nn.asScala.foreach(_.kill())
    places.settle()
end ProgramRun

object ProgramRun:
  enum Order:
    case Do(step: Step)
    case Heard(what: String, padding: Array[Byte])

  private val paddings = Array(new Array[Byte](0), new Array[Byte](70_000))

  /** One message of four is large: on its way to another node it travels in pieces. */
  private def says(what: String) = Order.Heard(what, paddings(if what.hashCode % 4 == 0 then 1 else 0))

  def reasonOf(reason: Int): ExitReason =
    if reason == 0 then ExitReason.Normal else ExitReason.Because(reason)

  def words(reason: ExitReason): String = reason match
    case ExitReason.Failed(cause) => s"failed ${cause.getMessage}"
    case ExitReason.Because(value) => s"because $value"
    case ExitReason.NoActor => "no actor"
    case other => other.toString.toLowerCase
end ProgramRun
