package eddy.remote.internal.node

import eddy.actor.DeadLetter

import java.util.concurrent.atomic.LongAdder

/** What was sent to one incarnation of another node, and received from it, in all sessions. Any thread. */
private[remote] final class PeerCounters:
  val sent = new LongAdder
  val received = new LongAdder
  private val lost = DeadLetter.Reason.values.map(_ => new LongAdder)

  /** A message to the node is lost, or was rejected. */
  def lose(reason: DeadLetter.Reason): Unit = lost(reason.ordinal).increment()

  /** Those that are not zero. */
  def lostBy: Map[DeadLetter.Reason, Long] =
    DeadLetter.Reason.values.iterator.map(reason => reason -> lost(reason.ordinal).sum).filter(_(1) > 0).toMap
