package eddy.actor

import eddy.actor.internal.inlined.{Body, Spawn, SpawnOptions}

/** Starts actors: `actor[Msg] { … }`.
  *
  * {{{
  * actor[Msg] { … }                                                     // no more than an actor
  * actor.named[Msg]("stock") { … }                                      // with a name for diagnostics
  * actor.bounded[Msg](100, Overflow.Refuse).named("stock").linked { … } // to the starting actor
  * val (child, watch) = actor.monitored[Msg](Down(_)) { … }             // watched by the starting actor
  * }}}
  * The body runs soon, on a worker of the system's engine, and returns the first behavior; the caller
  * continues at once. An actor is not a thread: while it waits it is an object and a closure. Its reactions
  * never run at the same time, and each sees the writes of those before it. A reaction that throws ends this
  * actor only; the failure is reported, and monitors and linked actors are notified ([[ExitReason.Failed]]).
  * Reactions may block.
  *
  * The compiler warns when `M` is an enum or a sealed trait, all reactions are written in the body, and none
  * of them could ever take one of its cases: name the cases it does take, as in `actor[Msg.A | Msg.B]`, or
  * react to the others.
  *
  * See [[threadActor]] for actors that may `receive`, and [[Child]] for those that a supervisor starts.
  */
val actor: ActorStart = new ActorStart

/** The ways to start an actor; see [[actor]]. */
final class ActorStart private[actor] ():
  /** Starts an actor and returns at once. */
  inline def apply[M](inline body: Actor[M] ?=> Body[M])(using ActorSystem): ActorRef[M] =
    Spawn.check[M](body)
    Spawn.plain[M](body)

  /** As [[ActorSetup.named]]. */
  def named[M](name: String): ActorSetup[M] = new ActorSetup(SpawnOptions.plain.named(name))

  /** As [[ActorSetup.bounded]]. */
  def bounded[M](capacity: Int, overflow: Overflow[M]): ActorSetup[M] =
    new ActorSetup(SpawnOptions.plain.bounded(capacity, overflow))

  /** As [[ActorSetup.linked]]. */
  inline def linked[M](inline body: Actor[M] ?=> Body[M])(using Actor[?]): ActorRef[M] =
    Spawn.check[M](body)
    Spawn.linked[M](SpawnOptions.plain)(body)

  /** As [[ActorSetup.monitored]]. */
  inline def monitored[M](using
      watcher: Actor[?]
  )(down: ExitReason => watcher.Message)(
      inline body: Actor[M] ?=> Body[M]
  ): (ActorRef[M], Monitor) =
    Spawn.check[M](body)
    Spawn.monitored[M](SpawnOptions.plain, watcher)(down)(body)
end ActorStart

/** Options of an actor before its start, made by [[ActorStart.named]] and [[ActorStart.bounded]]. Immutable:
  * one setup may start any number of actors.
  */
final class ActorSetup[M] private[actor] (private[actor] val options: SpawnOptions[M]):
  /** With a name for reports and diagnostics. Names need not be unique; see [[ActorSystem.register]] for
    * those that must.
    *
    * @throws IllegalArgumentException when it is empty
    */
  def named(name: String): ActorSetup[M] = new ActorSetup(options.named(name))

  /** With a mailbox that keeps at most `capacity` messages, and what happens to more; see [[MailboxPolicy]].
    *
    * @throws IllegalArgumentException when there is no room for a message
    */
  def bounded(capacity: Int, overflow: Overflow[M]): ActorSetup[M] =
    new ActorSetup(options.bounded(capacity, overflow))

  /** Starts it and returns at once. */
  inline def apply(inline body: Actor[M] ?=> Body[M])(using ActorSystem): ActorRef[M] =
    Spawn.check[M](body)
    Spawn.start[M](options)(body)

  /** Starts it, in the system of the running actor, linked to that before its first event (Erlang's
    * `spawn_link`).
    */
  inline def linked(inline body: Actor[M] ?=> Body[M])(using Actor[?]): ActorRef[M] =
    Spawn.check[M](body)
    Spawn.linked[M](options)(body)

  /** Starts it, in the system of the running actor, which is sent `down(reason)` when it has terminated
    * (Erlang's `spawn_monitor`); see [[monitor]]. However soon it terminates, the reason is the real one.
    */
  inline def monitored(using
      watcher: Actor[?]
  )(down: ExitReason => watcher.Message)(
      inline body: Actor[M] ?=> Body[M]
  ): (ActorRef[M], Monitor) =
    Spawn.check[M](body)
    Spawn.monitored[M](options, watcher)(down)(body)
end ActorSetup
