package eddy.actor

import eddy.actor.internal.{Spawn, SpawnOptions, ThreadCell}

/** The ways to start an actor with a thread of its own; see [[threadActor]]. */
final class ThreadActorStart private[actor] ():
  private def plain[M]: ThreadActorSetup[M] = new ThreadActorSetup(SpawnOptions.plain)

  /** Starts an actor and returns at once. */
  def apply[M](body: ThreadActor[M] ?=> Unit)(using ActorSystem): ActorRef[M] = plain[M](body)

  /** As [[ActorSetup.named]]. */
  def named[M](name: String): ThreadActorSetup[M] = plain[M].named(name)

  /** As [[ActorSetup.bounded]]. */
  def bounded[M](capacity: Int, overflow: Overflow[M]): ThreadActorSetup[M] =
    plain[M].bounded(capacity, overflow)

  /** As [[ActorSetup.linked]]. */
  def linked[M](body: ThreadActor[M] ?=> Unit)(using Actor[?]): ActorRef[M] = plain[M].linked(body)

  /** As [[ActorSetup.monitored]]. */
  def monitored[M](using
      watcher: Actor[?]
  )(down: ExitReason => watcher.Message)(
      body: ThreadActor[M] ?=> Unit
  ): (ActorRef[M], Monitor) = plain[M].monitored(using watcher)(down)(body)
end ThreadActorStart

/** As [[ActorSetup]], of an actor with a thread of its own. */
final class ThreadActorSetup[M] private[actor] (options: SpawnOptions[M]):
  /** As [[ActorSetup.named]]. */
  def named(name: String): ThreadActorSetup[M] = new ThreadActorSetup(options.named(name))

  /** As [[ActorSetup.bounded]]. */
  def bounded(capacity: Int, overflow: Overflow[M]): ThreadActorSetup[M] =
    new ThreadActorSetup(options.bounded(capacity, overflow))

  /** Starts it and returns at once. */
  def apply(body: ThreadActor[M] ?=> Unit)(using system: ActorSystem): ActorRef[M] =
    made(system)(body).begin()

  /** As [[ActorSetup.linked]]. */
  def linked(body: ThreadActor[M] ?=> Unit)(using parent: Actor[?]): ActorRef[M] =
    Spawn.linkedTo(parent, made(parent.cell.system)(body))

  /** As [[ActorSetup.monitored]]. */
  def monitored(using
      watcher: Actor[?]
  )(down: ExitReason => watcher.Message)(
      body: ThreadActor[M] ?=> Unit
  ): (ActorRef[M], Monitor) =
    Spawn.monitoredBy(watcher, made(watcher.cell.system)(body))(down)

  private def made(system: ActorSystem)(body: ThreadActor[M] ?=> Unit): ThreadCell[M] =
    ThreadCell.create(system, options.name, options.mailbox, body(using _))
end ThreadActorSetup
