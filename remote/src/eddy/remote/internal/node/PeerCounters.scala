package eddy.remote.internal.node

import eddy.actor.DeadLetter

import java.util.concurrent.atomic.LongAdder

/** Messages exchanged with one incarnation of another node, in all sessions. Any thread. */
private[remote] final class PeerCounters:
  val sent = new LongAdder
  val received = new LongAdder
  private val lost = DeadLetter.Reason.values.map(_ => new LongAdder)

  /** A message to the node is lost, or was rejected. */
  def lose(reason: DeadLetter.Reason): Unit = lost(reason.ordinal).increment()

  /** Without reasons that never occurred. */
  def lostBy: Map[DeadLetter.Reason, Long] =
    DeadLetter.Reason.values.iterator.map(reason => reason -> lost(reason.ordinal).sum).filter(_(1) > 0).toMap
