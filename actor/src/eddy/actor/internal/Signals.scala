package eddy.actor.internal

import eddy.actor.{ActorRef, ExitReason, Monitor}

/** What the system sends to an actor: it never meets the reactions, and does not wait behind unmatched messages. */
private[eddy] sealed abstract class Signal

private[eddy] object Signal:
  /** The time of a `reactWithin` or `receiveWithin` is over. */
  final class TimeOver(val timed: AnyRef) extends Signal
  final class AddMonitor(val monitor: Monitor) extends Signal
  final class RemoveMonitor(val monitor: Monitor) extends Signal
  final class Link(val other: ActorRef[?]) extends Signal
  final class Unlink(val other: ActorRef[?]) extends Signal

  /** @param linked it comes from the end of a linked actor; otherwise somebody asks the actor to end */
  final class Exit(val from: ActorRef[?], val reason: ExitReason, val linked: Boolean) extends Signal
  case object Kill extends Signal
  case object Look extends Signal

  /** From the supervisor to an actor that waits for its verdict: begin anew. */
  final class Restart(val keepMailbox: Boolean) extends Signal

  /** From the supervisor: end, whatever state it is in; it is not told again. */
  final class Dismiss(val reason: ExitReason) extends Signal

/** A message that carries who sent it; see `sendFrom`. */
private[actor] final class FromSender(val message: AnyRef, val sender: ActorRef[Nothing])

private[actor] object FromSender:
  /** The message itself, for who wants to look at it. */
  def plain(message: Any): Any = message match
    case from: FromSender => from.message
    case other => other
