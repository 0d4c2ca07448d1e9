package eddy.actor

import eddy.actor.internal.cell.Directive
import eddy.actor.internal.inlined.Body

import scala.compiletime.error
import scala.concurrent.duration.FiniteDuration
import scala.language.implicitConversions

/** What an actor does next: wait for a message ([[react]], [[reactWithin]]), continue a pending loop or
  * sequence ([[done]]), or end ([[stop]], [[exit]]).
  *
  * A reaction ends in a behavior, so there is nothing after a `react` that could be reached by mistake, and
  * the thread is free while the actor waits (Haller and Odersky, section 2). State is what the next behavior
  * was made with:
  * {{{
  *   def counting(n: Int): Behavior[Count] = react:
  *     case Count.Add(k) => counting(n + k)
  *     case Count.Get(to) => to ! n; counting(n)
  * }}}
  * Such recursion does not grow the stack: `react` returns at once and the engine calls the reaction later.
  */
opaque type Behavior[-M] <: AnyRef = AnyRef

object Behavior:
  /** No conversion: it has the compiler say what is missing where a reaction or a body ends in a statement.
    */
  implicit inline def missing(inline nothing: Unit): Behavior[Any] =
    error(
      "this ends without saying what the actor does next: end it with react { … } or a method that returns a behavior, " +
        "with done to end this piece of work, or with stop to end the actor"
    )

  /** Not for use: they make the compiler say what is wrong with `actor[Message].named(…)` and the like. */
  extension [M](inline start: (Actor[M] ?=> Body[M]) => ActorRef[M])
    inline def named(inline name: String): (Actor[M] ?=> Body[M]) => ActorRef[M] =
      error("the type comes behind: actor.named[Message](name)")
    inline def bounded(
        inline capacity: Int,
        inline overflow: Overflow[M]
    ): (Actor[M] ?=> Body[M]) => ActorRef[M] =
      error("the type comes behind: actor.bounded[Message](capacity, overflow)")
    inline def linked: (Actor[M] ?=> Body[M]) => ActorRef[M] =
      error("the type comes behind: actor.linked[Message] { … }")
    inline def monitored: (Actor[M] ?=> Body[M]) => ActorRef[M] =
      error("the type comes behind: actor.monitored[Message](down) { … }")
end Behavior

/** Waits for the next message that `reaction` is defined for, and continues with the behavior it returns.
  *
  * Receive is selective: messages it is not defined for stay in the mailbox, in order, and are tried again by
  * the next behavior. Each message is tried once by each behavior, oldest first.
  */
def react[M](using Actor[M])(reaction: PartialFunction[M, Behavior[M]]): Behavior[M] = reaction

/** As [[react]], but after `timeout` without a matching message `reaction` is called with [[TIMEOUT]].
  *
  * The time runs from this call; messages that do not match do not prolong it, however many arrive. Messages
  * received before it is over are tried first. With a timeout of zero or less, the messages in the mailbox
  * are tried before `TIMEOUT`. A reaction without a case for `TIMEOUT` fails when the time is over.
  */
def reactWithin[M](using
    actor: Actor[M]
)(timeout: FiniteDuration)(
    reaction: PartialFunction[M | TIMEOUT, Behavior[M]]
): Behavior[M] =
  new Directive.Timed(reaction, actor.cell.system.engine.nanoTime + timeout.toNanos)

/** Ends the actor with [[ExitReason.Normal]]. Messages in its mailbox become dead letters. */
val stop: Behavior[Any] = Directive.StopNormally

/** Ends the actor with `reason`: actors linked to it end too, unless they trap exits or the reason is
  * `Normal`.
  */
def exit(reason: ExitReason): Behavior[Any] = new Directive.Stop(reason)

/** Ends this piece of work: the innermost [[loop]] begins its next round, or the argument of [[andThen]]
  * runs. An actor that has neither ends normally.
  */
val done: Behavior[Any] = Directive.Done

/** Does `body` repeatedly; each round ends with [[done]]. Steps that were pending before the loop are never
  * reached, so they are dropped: a round may call the loop again. Rounds that wait for no message are
  * allowed; every few of them other actors run, and exits and kills take effect.
  */
def loop[M](using Actor[M])(body: => Behavior[M]): Behavior[M] =
  new Directive.Loop(null, () => body)

/** Does `body` as long as `condition` holds, which is evaluated before each round; then continues as [[done]]
  * does.
  *
  * A round that does not end with [[done]], but with a method that begins the loop again, adds one pending
  * step each time, as a recursion that is not in last place does; so does recursion before [[andThen]]. At
  * 10,000 pending steps a warning is logged to `eddy.actor`.
  */
def loopWhile[M](using Actor[M])(condition: => Boolean)(body: => Behavior[M]): Behavior[M] =
  new Directive.Loop(() => condition, () => body)

extension [M](first: Behavior[M])
  /** Does `first`, and when it says [[done]], `next`. Nothing follows [[stop]], [[exit]] and an endless
    * [[loop]].
    */
  infix def andThen(next: => Behavior[M]): Behavior[M] = new Directive.Sequence(first, () => next)

/** The message that [[reactWithin]] and [[receiveWithin]] receive when their time is over. */
case object TIMEOUT
type TIMEOUT = TIMEOUT.type
