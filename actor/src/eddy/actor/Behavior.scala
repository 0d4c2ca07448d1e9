package eddy.actor

import eddy.actor.internal.{Stop, Timed}

import scala.concurrent.duration.FiniteDuration

/** What an actor does next: wait for a message ([[react]], [[reactWithin]]) or end ([[stop]]).
  *
  * A reaction ends in a behaviour, so there is nothing after a `react` that could be reached by mistake, and the thread
  * is free while the actor waits (Haller and Odersky, section 2). State is what the next behaviour was made with:
  * {{{
  *   def counting(n: Int): Behavior[Count] = react:
  *     case Count.Add(k) => counting(n + k)
  *     case Count.Get(to) => to ! n; counting(n)
  * }}}
  * Such recursion does not grow the stack: `react` returns at once and the engine calls the reaction later.
  */
opaque type Behavior[-M] <: AnyRef = AnyRef

/** Waits for the next message that `reaction` is defined for, and goes on as it says.
  *
  * Receive is selective: messages it is not defined for stay in the mailbox, in order, and are tried again by the next
  * behaviour. Each message is tried once by each behaviour, oldest first.
  */
def react[M](using Actor[M])(reaction: PartialFunction[M, Behavior[M]]): Behavior[M] = reaction

/** As [[react]], but after `limit` without a matching message `reaction` is called with [[TIMEOUT]].
  *
  * The time runs from this call; messages that do not match do not prolong it. With a limit of zero or less, what is in
  * the mailbox is tried before `TIMEOUT`. A reaction without a case for `TIMEOUT` fails when the time is over.
  */
def reactWithin[M](using
    Actor[M]
)(limit: FiniteDuration)(
    reaction: PartialFunction[M | TIMEOUT, Behavior[M]]
): Behavior[M] =
  new Timed(reaction, System.nanoTime() + limit.toNanos)

/** Ends the actor with [[ExitReason.Normal]]. What is still in its mailbox becomes dead letters. */
val stop: Behavior[Any] = Stop

/** What [[reactWithin]] receives when its time is over. */
case object TIMEOUT
type TIMEOUT = TIMEOUT.type
