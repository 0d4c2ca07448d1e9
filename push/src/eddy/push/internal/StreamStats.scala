package eddy.push.internal

import java.util.concurrent.atomic.LongAdder

/** What the subscriptions of a node do and have done. Any thread. */
private[push] final class StreamStats:
  /** Open now; of them, those that pull; and how many they could still buffer before their policies apply, in
    * messages.
    */
  val open = LongAdder()
  val pulling = LongAdder()
  val capacity = LongAdder()

  /** Publications pending now, for subscriptions whose sinks have no room. */
  val waitingMessages = LongAdder()
  val waitingBytes = LongAdder()

  /** Taken by sinks. */
  val delivered = LongAdder()
  val filtered = LongAdder()

  /** Publications given twice, or missing between two given ones: more than none of the latter means that
    * messages got lost on the way to this node, and were read from the log where there is one.
    */
  val repeated = LongAdder()
  val gaps = LongAdder()

  val toPull = LongAdder()
  val toPush = LongAdder()
  val pages = LongAdder()
  val pageFailures = LongAdder()

  /** Not sent, by policy. */
  val droppedOldest = LongAdder()
  val replaced = LongAdder()
  val sampledOut = LongAdder()

  /** Not sent, since the log no longer had it, under a policy that allows that. */
  val trimmed = LongAdder()

  /** Joins and leaves, which are dropped for want of room whatever the policy. */
  val presenceDropped = LongAdder()

  /** Publications whose publisher had to wait. */
  val slowed = LongAdder()

  val endedSlow = LongAdder()
  val endedInsufficient = LongAdder()
  val endedFailed = LongAdder()

  /** Messages that all open subscriptions have room for at the moment. */
  def credit: Long = capacity.sum - waitingMessages.sum
end StreamStats
