package eddy.push.internal.memory

import eddy.push.{Delivery, Intake, Interest, MediatorNode, Publication}

import java.util.ArrayDeque
import java.util.concurrent.atomic.AtomicInteger
import scala.collection.immutable.ArraySeq

/** Publications for one interest of one node. Holds those that the node cannot take yet: at most
  * [[Feed.MostWaiting]] and [[Feed.MostWaitingBytes]]. Beyond that it drops those with a position, since the
  * node reads them from the history after the gap, and of the others the oldest.
  */
private[push] final class Feed(
    node: MediatorNode,
    val interest: Interest,
    intake: Intake,
    delivery: Delivery
):
  import Feed.*
  // guarded by its own monitor
  private val waiting = new ArrayDeque[Publication]()
  // guarded by waiting
  private var waitingBytes = 0L
  private var isGap = false
  private var isClosed = false

  // calls of drain not done yet; the one that raises it from 0 does them
  private val calls = new AtomicInteger()
  @volatile private var isPaused = false
  // of the one who drains
  private var credit = Batch

  /** Adds one; the caller drains when it holds no lock. */
  def offer(publication: Publication): Unit = waiting.synchronized:
    if !isClosed then
      while !waiting.isEmpty && (waiting.size >= MostWaiting || waitingBytes >= MostWaitingBytes) do
        isGap = true
        if publication.position.epoch.isEmpty then poll(): Unit else clear()
      waiting.addLast(publication)
      waitingBytes += publication.message.sizeBytes

  /** Something may be missing: the node gets the gap before the next publication. It reads publications with
    * a position from the history.
    */
  def gap(): Unit = waiting.synchronized:
    isGap = true
    val _ = waiting.removeIf(_.position.epoch.nonEmpty)
    waitingBytes = 0
    waiting.forEach(publication => waitingBytes += publication.message.sizeBytes)

  /** Nothing comes of it any more, once a delivery that runs has ended. */
  def close(): Unit = waiting.synchronized:
    isClosed = true
    clear()

  private def poll(): Publication =
    val first = waiting.removeFirst().nn
    waitingBytes -= first.message.sizeBytes
    first

  private def clear(): Unit =
    waiting.clear()
    waitingBytes = 0

  /** Hands over as much as is wanted. Never twice at a time: a caller that finds another active leaves it the
    * work.
    */
  def drain(): Unit =
    if calls.getAndIncrement() == 0 then
      var seen = 1
      while seen != 0 do
        try
          while !isPaused && deliver() do ()
        catch case failure: Throwable => node.failed(s"handing over what came for $interest", failure)
        seen = calls.addAndGet(-seen)

  /** False when nothing waits. */
  private def deliver(): Boolean =
    var gap = false
    val batch = waiting.synchronized:
      gap = isGap
      isGap = false
      val wanted = if delivery == Delivery.Push then Batch else math.max(1, math.min(credit, Batch))
      val taken = new Array[Publication](math.min(wanted, waiting.size))
      var i = 0
      while i < taken.length do
        taken(i) = poll()
        i += 1
      taken
    if gap then intake.gap()
    if batch.length == 0 then false
    else
      credit = intake.accept(ArraySeq.unsafeWrapArray(batch))
      if credit <= 0 && delivery != Delivery.Push then pause()
      true

  private def pause(): Unit =
    isPaused = true
    if delivery == Delivery.Adaptive then node.switched(interest, Delivery.Pull)
    intake.whenReady: () =>
      credit = Batch
      if delivery == Delivery.Adaptive then node.switched(interest, Delivery.Push)
      isPaused = false
      drain()
end Feed

private[push] object Feed:
  private final val Batch = 64
  private[push] final val MostWaiting = 65_536
  private[push] final val MostWaitingBytes = 64 * 1024 * 1024
