package eddy.push.internal

import eddy.push.ClientInfo
import eddy.web.{KeptBytes, SendResult}

import scala.annotation.unused

/** A sink for all subscriptions of one connection: those that found no room have it in turn, so that none
  * starves another. Costs an idle connection one empty field. Any thread.
  */
private[push] abstract class SharedSink extends Sink:
  // guarded by this: senders waiting for room, longest first; null when none waits
  private var waiting: java.util.LinkedHashSet[StreamPublisher] | Null = null
  // whose publication went out last; a race only costs somebody his turn
  private var last: StreamPublisher | Null = null

  /** Where what waits for the connection counts; null where there is no server. */
  protected def kept: KeptBytes | Null = null

  override final def keeps(item: AnyRef): Unit =
    val all = kept
    if all != null then all.add(item, SharedSink.memoryOf(item))

  override final def lets(item: AnyRef): Unit =
    val all = kept
    if all != null then all.remove(item, SharedSink.memoryOf(item))

  /** As [[Sink.ended]]. */
  protected def over(from: StreamPublisher, ending: Ending): Unit

  final def ended(from: StreamPublisher, ending: Ending): Unit =
    leave(from)
    if last eq from then last = null
    over(from, ending)

  /** Hands it to the connection. [[SendResult.Full]] promises a call of [[drained]] later on. */
  protected def send(encoded: Encoded, from: StreamPublisher): SendResult

  /** As [[send]] of all of them, or none: [[SendResult.Full]] also says that they must be sent one by one,
    * and promises nothing.
    */
  protected def sendAll(@unused batch: Batch, @unused from: StreamPublisher): SendResult = SendResult.Full

  protected def sendPresence(who: ClientInfo, joined: Boolean, from: StreamPublisher): SendResult

  final def offer(encoded: Encoded, from: StreamPublisher): SendResult =
    val first = send(encoded, from)
    if first != SendResult.Full then
      last = from
      first
    else
      enter(from)
      // Room that came in between was offered to the senders that had entered by then.
      leaveIfTaken(send(encoded, from), from)

  override final def offerAll(batch: Batch, from: StreamPublisher): SendResult =
    val result = sendAll(batch, from)
    if result != SendResult.Full then last = from
    result

  final def presence(who: ClientInfo, joined: Boolean, from: StreamPublisher): SendResult =
    val first = sendPresence(who, joined, from)
    if first != SendResult.Full then first
    else
      enter(from)
      leaveIfTaken(sendPresence(who, joined, from), from)

  /** The connection has room again: to be called by its `onDrain`. */
  final def drained(): Unit =
    // One turn for each waiting sender. One that finds no room enters again, and then no room is left for the
    // others; behind them, or before them when it could send nothing at all.
    var turns = synchronized:
      val w = waiting
      if w == null then 0 else w.size
    while turns > 0 do
      val next = first()
      if next == null then turns = 0
      else
        last = null
        next.room()
        turns = if again(next) then 0 else turns - 1

  /** How many subscriptions wait for room. */
  final def waitingForRoom: Int = synchronized:
    val w = waiting
    if w == null then 0 else w.size

  private def enter(from: StreamPublisher): Unit = synchronized:
    val known = waiting
    val all = if known == null then new java.util.LinkedHashSet[StreamPublisher] else known
    waiting = all
    all.add(from): Unit

  private def leaveIfTaken(result: SendResult, from: StreamPublisher): SendResult =
    if result != SendResult.Full then
      last = from
      leave(from)
    result

  private def leave(from: StreamPublisher): Unit = synchronized:
    val w = waiting
    if w != null then
      val _ = w.remove(from)
      if w.isEmpty then waiting = null

  private def first(): StreamPublisher | Null = synchronized:
    val w = waiting
    if w == null then null
    else
      val next = w.removeFirst()
      if w.isEmpty then waiting = null
      next

  private def again(from: StreamPublisher): Boolean = synchronized:
    val w = waiting
    val refused = w != null && w.contains(from)
    if refused && (last ne from) then w.nn.addFirst(from)
    refused
end SharedSink

private[push] object SharedSink:
  /** The same for all connections: of a publication its data, and the form for the wire. */
  private def memoryOf(item: AnyRef): Int = item match
    case encoded: Encoded => 2 * encoded.publication.message.data.length + HistoryBudget.Overhead.toInt
    case _ => StreamMachine.NoticeBytes
