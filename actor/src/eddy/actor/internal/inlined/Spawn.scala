package eddy.actor.internal.inlined

import eddy.actor.*
import eddy.actor.internal.bodycheck.{BodyCheck, ThreadBodyCheck}
import eddy.actor.internal.cell.{Cell, ReactCell, ThreadCell}
import eddy.actor.internal.system.{NameRegistry, SystemCore}

/** The methods that the inlined starts of actors call. Public because it is inlined into users' code; not for
  * them.
  */
object Spawn:
  /** Warns, while the caller is compiled, of mistakes in `body`; see [[BodyCheck]]. */
  inline def check[M](inline body: Actor[M] ?=> Body[M]): Unit =
    ${ BodyCheck.checked[M]('{ (actor: Actor[M]) ?=> body(using actor) }) }

  /** Like [[check]], of a body that is made for a number. */
  inline def checkNumbered[M](inline body: Int => Actor[M] ?=> Body[M]): Unit =
    ${ BodyCheck.checked[M]('{ (actor: Actor[M]) ?=> body(0)(using actor) }) }

  /** Refuses, while the caller is compiled, behaviors in `body`; see [[ThreadBodyCheck]]. */
  inline def checkThread[M](inline body: ThreadActor[M] ?=> Unit): Unit =
    ${ ThreadBodyCheck.checked[M]('{ (actor: ThreadActor[M]) ?=> body(using actor) }) }

  def plain[M](body: Actor[M] ?=> Body[M])(using system: ActorSystem): ActorRef[M] =
    ReactCell.create(system.core, null, MailboxPolicy.Unbounded, whole(body)).begin()

  /** `before` receives the address of the actor before it begins. If its system was shut down, it terminates
    * without having begun.
    */
  private[actor] def prepared[M](before: ActorRef[M] => Unit)(body: Actor[M] ?=> Body[M])(using
      system: ActorSystem
  ): ActorRef[M] =
    val cell = ReactCell.create(system.core, null, MailboxPolicy.Unbounded, whole(body))
    before(cell)
    try cell.begin()
    catch
      case _: IllegalStateException =>
        cell.endUnbegun(ExitReason.Shutdown)
        cell

  def start[M](options: SpawnOptions[M])(body: Actor[M] ?=> Body[M])(using
      system: ActorSystem
  ): ActorRef[M] = made(system.core, options)(body).begin()

  def linked[M](options: SpawnOptions[M])(body: Actor[M] ?=> Body[M])(using
      parent: Actor[?]
  ): ActorRef[M] =
    linkedTo(parent, made(parent.cell.system, options)(body))

  def monitored[M](options: SpawnOptions[M], watcher: Actor[?])(down: ExitReason => watcher.Message)(
      body: Actor[M] ?=> Body[M]
  ): (ActorRef[M], Monitor) =
    monitoredBy(watcher, made(watcher.cell.system, options)(body))(down)

  def child[M](name: String, options: ChildOptions[M])(body: Actor[M] ?=> Body[M])(using
      system: ActorSystem
  ): Child[M] =
    new Child(
      ReactCell.create(system.core, NameRegistry.checked(name), options.mailbox, whole(body)),
      name,
      options
    )

  def thread[M](options: SpawnOptions[M])(body: ThreadActor[M] ?=> Unit)(using
      system: ActorSystem
  ): ActorRef[M] = madeThread(system.core, options)(body).begin()

  def threadLinked[M](options: SpawnOptions[M])(body: ThreadActor[M] ?=> Unit)(using
      parent: Actor[?]
  ): ActorRef[M] = linkedTo(parent, madeThread(parent.cell.system, options)(body))

  def threadMonitored[M](options: SpawnOptions[M], watcher: Actor[?])(down: ExitReason => watcher.Message)(
      body: ThreadActor[M] ?=> Unit
  ): (ActorRef[M], Monitor) = monitoredBy(watcher, madeThread(watcher.cell.system, options)(body))(down)

  def threadChild[M](name: String, options: ChildOptions[M])(body: ThreadActor[M] ?=> Unit)(using
      system: ActorSystem
  ): Child[M] =
    new Child(
      ThreadCell.create(system.core, NameRegistry.checked(name), options.mailbox, body(using _)),
      name,
      options
    )

  // bare cases do not compile
  private def whole[M](body: Actor[M] ?=> Body[M]): Actor[M] => Behavior[M] =
    actor => body(using actor).asInstanceOf[Behavior[M]]

  private def madeThread[M](system: SystemCore, options: SpawnOptions[M])(
      body: ThreadActor[M] ?=> Unit
  ): ThreadCell[M] = ThreadCell.create(system, options.name, options.mailbox, body(using _))

  private def made[M](system: SystemCore, options: SpawnOptions[M])(
      body: Actor[M] ?=> Body[M]
  ): ReactCell[M] = ReactCell.create(system, options.name, options.mailbox, whole(body))

  /** Begins it when it is linked. */
  private[actor] def linkedTo[M](parent: Actor[?], cell: Cell[M]): ActorRef[M] =
    parent.cell.link(cell)
    try cell.begin()
    catch
      case refusal: Throwable =>
        // it has never run, and will not end
        parent.cell.unlink(cell)
        throw refusal

  /** Begins it when it is watched. */
  private[actor] def monitoredBy[M](watcher: Actor[?], cell: Cell[M])(
      down: ExitReason => watcher.Message
  ): (ActorRef[M], Monitor) =
    val watch = monitor(using watcher.asInstanceOf[Actor[watcher.Message]])(cell)(down)
    (cell.begin(), watch)
end Spawn
