package eddy.actor

import eddy.actor.internal.ask.WaitsForGraph
import eddy.actor.internal.cell.{Cell, Inspection}
import eddy.actor.internal.system.{
  ActorRegistry,
  Groups,
  NameRegistry,
  NameWatches,
  Shutdown,
  ShutdownFunctions,
  SystemCore
}
import eddy.runtime.Engine

import java.util.concurrent.atomic.AtomicReference
import scala.concurrent.duration.{DurationInt, FiniteDuration}
import scala.concurrent.{Future, Promise}

/** Where actors live: an engine that runs them, names, and counters. Any number of systems may share an
  * engine.
  *
  * @param engine runs the actors; its shutdown ends them all
  * @param inspect keeps a list of the live actors, so that [[actors]] can show them; costs an entry in a set
  *   for each, a little time at its start and end, and an object for each message, with the time it was sent.
  *   Not given, it is the system property `eddy.actor.inspect`, `true` or `false`
  * @param carries the carrier of the context that each message takes from its sender, such as
  *   `Telemetry.carrier` of the module web.telemetry: the context is present in the reaction that takes the
  *   message. Costs an object for each message with a context; without it nothing
  * @throws IllegalArgumentException when that property is neither
  */
final class ActorSystem(
    val engine: Engine,
    inspect: Boolean = ActorSystem.inspectsByDefault,
    carries: Option[Carrier] = None
):
  private[eddy] val core: SystemCore = new SystemCore(engine, inspect, carries.orNull, this: @unchecked)
  private val names = new NameRegistry
  private val groups = new Groups
  private val functions = new ShutdownFunctions(engine)
  private val shutdownResult = new AtomicReference[Promise[ShutdownResult] | Null](null)

  /** Registers `ref` under a name that [[whereIs]] finds. The name is free again when the actor has
    * terminated.
    *
    * @throws IllegalArgumentException when the name is empty
    * @throws NameTakenException when another live actor has it
    */
  def register(name: String, ref: ActorRef[?]): Unit = names.register(name, ref, null)

  /** Like the other, by a name that has a type. */
  def register[M](name: ActorName[M], ref: ActorRef[M]): Unit = names.register(name.text, ref, name)

  /** Frees a name; false when no actor had it. */
  def unregister(name: String): Boolean = names.unregister(name)

  /** Frees a name; false if no actor had it by this object. */
  def unregister(name: ActorName[?]): Boolean = names.unregister(name.text, name)

  /** The live actor of that name. Its message type is the caller's claim: agree on it with the code that
    * registers the name.
    */
  def whereIs[M](name: String): Option[ActorRef[M]] = names.whereIs(name).asInstanceOf[Option[ActorRef[M]]]

  /** The live actor that was registered by this object; None if the text was registered in another way. */
  def whereIs[M](name: ActorName[M]): Option[ActorRef[M]] =
    names.whereIs(name.text, name).asInstanceOf[Option[ActorRef[M]]]

  /** For tests. */
  private[actor] def watchesNames: Boolean = !names.watches.isEmpty

  private[actor] def watchName[M](name: ActorName[M])(
      act: Option[ActorRef[M]] => Unit
  ): NameWatches.Watch[ActorName[?], ActorRef[?]] =
    names.watch(name)(holder => act(holder.asInstanceOf[Option[ActorRef[M]]]))

  /** All names that are taken; a moment's copy. */
  def registered: Set[String] = names.all

  /** The group of that name; empty at first. Its message type is the caller's claim, as with [[whereIs]]. An
    * empty group without references takes no memory.
    *
    * @throws IllegalArgumentException when the name is empty
    */
  def group[M](name: String): Group[M] = groups.named(name).asInstanceOf[Group[M]]

  /** Like the other, by a name that has a type. */
  def group[M](name: GroupName[M]): Group[M] = groups.named(name).asInstanceOf[Group[M]]

  def stats: ActorStats =
    val counts = core.counts
    ActorStats(
      counts.started,
      counts.started - counts.ended,
      counts.failed,
      counts.deadLetters,
      core.mailboxCounters.sum,
      counts.emptiedRouters
    )

  /** The live actors; a moment's copy.
    *
    * @throws IllegalStateException when the system was not made with `inspect = true`
    */
  def actors: Vector[ActorInfo] =
    val all = core.registry
    if all == null || !all.keeps then
      throw IllegalStateException(
        "this actor system keeps no list of its actors: make it with inspect = true, or start the JVM with " +
          "-Deddy.actor.inspect=true"
      )
    all.all.collect { case cell: Cell[?] if cell.isAlive => Inspection.info(cell, WaitsForGraph.of(cell)) }

  /** Ends the actors in this order. The future completes at the end of it, or after `timeout` and a second:
    *
    *   1. Supervisors that are not children of others end one after another, the last started first, each
    *     with its children in their order; this takes nine tenths of `timeout` at most.
    *   1. All other known actors are asked to end with [[ExitReason.Shutdown]]: actors that have a name
    *     ([[register]]), members of a group, actors with a thread, and, if the system keeps a list, all.
    *   1. Actors that are still live when `timeout` is over are killed.
    *   1. An actor that the system does not know, because it keeps no list, ends with [[ExitReason.Shutdown]]
    *     instead of its next turn: messages to it become dead letters. Until then it only occupies its
    *     memory.
    *   1. The functions of [[onShutdown]] are called.
    *
    * From the first moment on, starting an actor throws an `IllegalStateException`; but supervisors may still
    * start their children until they have terminated. A second call changes nothing and returns the same
    * future, whatever its timeout. Any thread may call. An actor may call too, but must not wait for the
    * future. The engine continues.
    *
    * @throws IllegalArgumentException when `timeout` is negative
    */
  def shutdown(timeout: FiniteDuration = 10.seconds): Future[ShutdownResult] =
    require(timeout.toNanos >= 0, s"timeout = $timeout: must not be negative; zero kills at once")
    val result = Promise[ShutdownResult]()
    if shutdownResult.compareAndSet(null, result) then
      val before = core.registry
      val closing = if before == null then new ActorRegistry(keeps = false) else before
      functions.shut()
      closing.shut(forChildren = false)
      core.registry = closing
      def others = core.known.threadActors ++ names.refs ++ groups.members ++ closing.all
      val done = new Shutdown(core, timeout, functions, living(_)).run(core.known.supervisors): () =>
        closing.shut(forChildren = true)
        others
      val _ = result.completeWith(done)
    shutdownResult.get.nn.future

  /** Has [[shutdown]] call `stop` after the actors have terminated, and wait for its future: for what serves
    * the actors, such as a node. `stop` receives the time that is left of the timeout, which may be zero; it
    * is called half a second after the timeout at the latest. The functions of a system are called at the
    * same time, each on a thread of its own, which it may block.
    *
    * A failure goes to the engine's reporter, and is counted in the [[ShutdownResult]]. So is a function that
    * has not completed a second after the timeout: nothing waits for it any longer, and the log says its
    * name. The shutdown of the engine calls none.
    *
    * @param name for the log, such as `node a`
    * @return takes the registration back, also while the actors are terminating
    * @throws IllegalStateException if the shutdown has begun
    */
  def onShutdown(name: String)(stop: FiniteDuration => Future[Unit]): AutoCloseable =
    functions.register(name, stop)

  /** The actors of this system that an address stands for, as far as they live: of a router its actors. */
  private def living(ref: ActorRef[?]): List[ActorRef[?]] = ref.target match
    case cell: Cell[?] if (cell.system eq core) && cell.isAlive => List(cell)
    case router: Router[?] => router.routees.toList.flatMap(living)
    case _ => Nil

  private[actor] def keepsList: Boolean =
    val all = core.registry
    all != null && all.keeps

  /** How many actors it keeps on its list. */
  private[actor] def listed: Int =
    val all = core.registry
    if all == null then 0 else all.all.size

  /** Calls `listener` for each dead letter from now on, on the thread that lost it. It must be quick, and
    * must not throw: if it does, that is reported.
    */
  def onDeadLetter(listener: DeadLetter => Unit): Unit = core.deadLetterListener = listener
end ActorSystem

object ActorSystem:
  /** The one that `actor` lives in. */
  private[actor] def of(actor: Actor[?]): ActorSystem = actor.cell.system.facade.asInstanceOf[ActorSystem]

  private[actor] def inspectsByDefault: Boolean = Option(System.getProperty("eddy.actor.inspect")) match
    case None | Some("false") => false
    case Some("true") => true
    case Some(other) =>
      throw IllegalArgumentException(
        s"system property eddy.actor.inspect = \"$other\": must be true or false"
      )

  /** On [[eddy.runtime.Engine.default]]: for programs that configure nothing. Start the JVM with
    * `-Deddy.actor.inspect=true` to see its actors.
    */
  lazy val default: ActorSystem = new ActorSystem(Engine.default)

  /** Used where no other is given: [[default]]. A warning in the log `eddy.runtime` says so when other
    * engines run already, since a forgotten `given` would start a second one.
    */
  given ActorSystem =
    Engine.warnOfDefault("ActorSystem")
    default
end ActorSystem

/** Since the start of a system.
  *
  * @param started actors started
  * @param live actors that have not terminated. A collected actor counts until the actors started just before
  *   and after it are collected or terminated: some hundreds of a million; of up to 256 actors none
  * @param failed actors that ended because they threw
  * @param deadLettersBy messages that no actor will handle, by reason
  * @param mailboxes what the bounded mailboxes have counted, all together
  * @param emptiedRouters how often a [[Router]] has lost its last actor, unless it was killed or asked to end
  */
final case class ActorStats(
    started: Long,
    live: Long,
    failed: Long,
    deadLettersBy: Map[DeadLetter.Reason, Long],
    mailboxes: MailboxStats,
    emptiedRouters: Long = 0
):
  /** For any reason. */
  def deadLetters: Long = deadLettersBy.values.sum

/** Another live actor has the name. */
final class NameTakenException(name: String, holder: ActorRef[?])
    extends RuntimeException(
      s"the name \"$name\" is taken by $holder: unregister it first, or use another name"
    )
