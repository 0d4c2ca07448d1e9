package eddy.actor

import eddy.actor.internal.inlined.{Spawn, SpawnOptions}

/** The ways to start an actor with a thread of its own; see [[threadActor]]. */
final class ThreadActorStart private[actor] ():
  /** Starts an actor and returns at once. */
  inline def apply[M](inline body: ThreadActor[M] ?=> Unit)(using ActorSystem): ActorRef[M] =
    Spawn.checkThread[M](body)
    Spawn.thread[M](SpawnOptions.plain)(body)

  /** As [[ActorSetup.named]]. */
  def named[M](name: String): ThreadActorSetup[M] = new ThreadActorSetup(SpawnOptions.plain.named(name))

  /** As [[ActorSetup.bounded]]. */
  def bounded[M](capacity: Int, overflow: Overflow[M]): ThreadActorSetup[M] =
    new ThreadActorSetup(SpawnOptions.plain.bounded(capacity, overflow))

  /** As [[ActorSetup.linked]]. */
  inline def linked[M](inline body: ThreadActor[M] ?=> Unit)(using Actor[?]): ActorRef[M] =
    Spawn.checkThread[M](body)
    Spawn.threadLinked[M](SpawnOptions.plain)(body)

  /** As [[ActorSetup.monitored]]. */
  inline def monitored[M](using
      watcher: Actor[?]
  )(down: ExitReason => watcher.Message)(
      inline body: ThreadActor[M] ?=> Unit
  ): (ActorRef[M], Monitor) =
    Spawn.checkThread[M](body)
    Spawn.threadMonitored[M](SpawnOptions.plain, watcher)(down)(body)
end ThreadActorStart

/** As [[ActorSetup]], of an actor with a thread of its own. */
final class ThreadActorSetup[M] private[actor] (private[actor] val options: SpawnOptions[M]):
  /** As [[ActorSetup.named]]. */
  def named(name: String): ThreadActorSetup[M] = new ThreadActorSetup(options.named(name))

  /** As [[ActorSetup.bounded]]. */
  def bounded(capacity: Int, overflow: Overflow[M]): ThreadActorSetup[M] =
    new ThreadActorSetup(options.bounded(capacity, overflow))

  /** Starts it and returns at once. */
  inline def apply(inline body: ThreadActor[M] ?=> Unit)(using ActorSystem): ActorRef[M] =
    Spawn.checkThread[M](body)
    Spawn.thread[M](options)(body)

  /** As [[ActorSetup.linked]]. */
  inline def linked(inline body: ThreadActor[M] ?=> Unit)(using Actor[?]): ActorRef[M] =
    Spawn.checkThread[M](body)
    Spawn.threadLinked[M](options)(body)

  /** As [[ActorSetup.monitored]]. */
  inline def monitored(using
      watcher: Actor[?]
  )(down: ExitReason => watcher.Message)(
      inline body: ThreadActor[M] ?=> Unit
  ): (ActorRef[M], Monitor) =
    Spawn.checkThread[M](body)
    Spawn.threadMonitored[M](options, watcher)(down)(body)
end ThreadActorSetup
