package eddy.actor

import eddy.actor.internal.{Asked, Cell, Envelope, Names, Waiting}
import eddy.runtime.{Engine, Timer}

import java.lang.System.Logger.Level
import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.atomic.LongAdder
import scala.concurrent.duration.FiniteDuration
import scala.jdk.CollectionConverters.*

/** Where actors live: an engine that runs them, names, and counters. Any number of systems may share an engine.
  *
  * @param engine runs the actors; shutting it down ends their world
  * @param inspect keeps a list of the live actors, so that [[actors]] can show them; costs an entry in a set for each, a
  *   little time at its start and end, and an object for each message, with the time it was sent
  */
final class ActorSystem(val engine: Engine, inspect: Boolean = false):
  /** Whether somebody may look: then every message carries the time it was sent. */
  private[actor] val inspects: Boolean = inspect
  private val live: java.util.Set[Cell[?]] | Null =
    if inspect then ConcurrentHashMap.newKeySet[Cell[?]]() else null
  private val startedCount = new LongAdder()
  private val endedCount = new LongAdder()
  private val failedCount = new LongAdder()
  private val deadLetterCounts = DeadLetter.Reason.values.map(_ => new LongAdder())
  @volatile private var deadLetterListener: (DeadLetter => Unit) | Null = null
  private val names = new Names
  private val groups = new ConcurrentHashMap[String, Group[?]]()
  private[actor] val waiting = new Waiting

  /** Gives `ref` a name that others can ask for with [[whereIs]]. The name is free again when the actor has ended.
    *
    * @throws IllegalArgumentException when the name is empty
    * @throws NameTakenException when another live actor has it
    */
  def register(name: String, ref: ActorRef[?]): Unit = names.register(name, ref)

  /** Frees a name; false when nobody had it. */
  def unregister(name: String): Boolean = names.unregister(name)

  /** The live actor of that name. Its message type is the caller's claim: agree on it with who registers. */
  def whereIs[M](name: String): Option[ActorRef[M]] = names.whereIs(name).asInstanceOf[Option[ActorRef[M]]]

  /** All names that are taken; a moment's copy. */
  def registered: Set[String] = names.all

  /** The group of that name; empty at first. Its message type is the caller's claim, as with [[whereIs]]. */
  def group[M](name: String): Group[M] =
    groups.computeIfAbsent(name, _ => new Group[M](name)).nn.asInstanceOf[Group[M]]

  def stats: ActorStats =
    // ended first, so that live is never negative
    val ended = endedCount.sum
    val started = startedCount.sum
    val deadLetters =
      DeadLetter.Reason.values.map(reason => reason -> deadLetterCounts(reason.ordinal).sum).toMap
    ActorStats(started, started - ended, failedCount.sum, deadLetters)

  /** The live actors; a moment's copy.
    *
    * @throws IllegalStateException when the system was not made with `inspect = true`
    */
  def actors: Vector[ActorInfo] =
    val all = live
    if all == null then
      throw IllegalStateException(
        "this actor system keeps no list of its actors: make it with inspect = true"
      )
    all.asScala.iterator.filter(_.isAlive).map(cell => cell.info(waiting.of(cell))).toVector

  private[actor] def keepsList: Boolean = live != null

  private[eddy] def started(cell: Cell[?]): Unit =
    startedCount.increment()
    val all = live
    if all != null then
      val _ = all.add(cell)

  private[eddy] def ended(cell: Cell[?], reason: ExitReason): Unit =
    endedCount.increment()
    val all = live
    if all != null then
      val _ = all.remove(cell)
    reason match
      case ExitReason.Failed(_) => failedCount.increment()
      case _ => ()

  /** Has `listener` told of each dead letter from now on, on the thread that lost it. It must be quick, and must not throw:
    * if it does, that is reported.
    */
  def onDeadLetter(listener: DeadLetter => Unit): Unit = deadLetterListener = listener

  private[eddy] def deadLetter(sent: Any, receiver: ActorRef[?], reason: DeadLetter.Reason): Unit =
    deadLetterCounts(reason.ordinal).increment()
    val message = Envelope.plain(sent)
    Asked.unanswered(message, receiver, reason)
    val listener = deadLetterListener
    if listener != null then
      try listener(DeadLetter(message, receiver, reason))
      catch case failure: Throwable => engine.report(failure, "the listener for dead letters")
    log(Level.DEBUG, s"dead letter to $receiver, $reason: a ${message.getClass.getName}")

  private[actor] def log(level: Level, text: => String): Unit = engine.world.log(ActorSystem.log, level, text)
end ActorSystem

object ActorSystem:
  private val log = System.getLogger("eddy.actor").nn

  /** On [[eddy.runtime.Engine.default]]: for programs that configure nothing. */
  lazy val default: ActorSystem = new ActorSystem(Engine.default)

  /** Used where no other is given. */
  given ActorSystem = default

/** Since the start of a system.
  *
  * @param started actors started
  * @param live actors that have not ended
  * @param failed actors that ended because they threw
  * @param deadLettersBy messages that no actor will handle, by reason
  */
final case class ActorStats(
    started: Long,
    live: Long,
    failed: Long,
    deadLettersBy: Map[DeadLetter.Reason, Long]
):
  /** For any reason. */
  def deadLetters: Long = deadLettersBy.values.sum

/** Another live actor has the name. */
final class NameTakenException(name: String, holder: ActorRef[?])
    extends RuntimeException(
      s"the name \"$name\" is taken by $holder: unregister it first, or use another name"
    )

/** Sends `message` to `to` after `delay`; any thread. */
def sendAfter[M](to: ActorRef[M], delay: FiniteDuration, message: M)(using system: ActorSystem): Timer =
  system.engine.after(delay)(() => to ! message)

/** Sends `message` to `to` every `interval`, first after one interval; any thread. Cancel it: it does not end with `to`. */
def sendEvery[M](to: ActorRef[M], interval: FiniteDuration, message: M)(using system: ActorSystem): Timer =
  system.engine.every(interval)(() => to ! message)
