package eddy.runtime.internal

import eddy.runtime.spi.Mailbox

import scala.collection.mutable

import org.jetbrains.lincheck.datastructures.{IntGen, Operation, Param}

/** A [[Mailbox]] for Lincheck: senders at any time, and an owner, whose calls follow one another and do
  * nothing while the mailbox is idle. Keeps to the owner's protocol: the event of `single` is done with from
  * then on.
  */
class MailboxSubject:
  private final class Event(val id: Int)
  private final class Box extends Mailbox(idle = true):
    def run(): Unit = ()
  private val box = new Box
  // owner only
  private var done: AnyRef | Null = null

  @Operation
  def offer(@Param(gen = classOf[IntGen]) id: Int): String = box.offer(new Event(id)).toString

  @Operation(nonParallelGroup = "owner")
  def single(): String = owned:
    val event = if done == null then box.single else null
    if event == null then "none"
    else
      done = event
      s"${event.asInstanceOf[Event].id}"

  @Operation(nonParallelGroup = "owner")
  def takeAll(): String = owned:
    val taken = box.takeAll(done)
    if taken != null then done = null
    ids(taken)

  @Operation(nonParallelGroup = "owner")
  def release(): String = owned:
    // the next owner may already run this method
    val handled = done
    done = null
    val released = box.release(handled)
    if !released then done = handled
    s"$released"

  @Operation(nonParallelGroup = "owner")
  def claim(): Boolean = box.claim()

  @Operation(nonParallelGroup = "owner", runOnce = true)
  def close(): String = owned:
    val rest = box.close(done)
    done = null
    ids(rest)

  private def owned(act: => String): String =
    if box.isIdle then "idle" else if box.isClosed then "closed" else act

  private def ids(first: Mailbox.Node | Null): String =
    // no collections here: Lincheck follows every step of this code
    var all = ""
    var node = first
    while node != null do
      val id = node.event.asInstanceOf[Event].id
      all = if all.isEmpty then s"$id" else s"$all $id"
      node = node.following
    all
end MailboxSubject

/** The sequential specification of the mailbox. */
class MailboxModel:
  private val events = mutable.Queue.empty[Int]
  private var state = "idle"
  // the event that claimed it lies in its place alone
  private var alone = false
  private var done = false

  def offer(id: Int): String = state match
    case "closed" => "Closed"
    case before =>
      alone = before == "idle"
      events += id
      state = "claimed"
      if alone then "Claimed" else "Queued"

  def single(): String = owned:
    if done || !alone then "none"
    else
      done = true
      s"${events.head}"

  def takeAll(): String = owned:
    val all = rest()
    if all.nonEmpty || !done then clear()
    all.mkString(" ")

  def release(): String = owned:
    val free = rest().isEmpty
    if free then
      clear()
      state = "idle"
    s"$free"

  def claim(): Boolean =
    val free = state == "idle"
    if free then state = "claimed"
    free

  def close(): String = owned:
    val all = rest()
    clear()
    state = "closed"
    all.mkString(" ")

  private def rest(): List[Int] = if done then events.toList.drop(1) else events.toList
  private def clear(): Unit =
    events.clear()
    alone = false
    done = false
  private def owned(act: => String): String = if state == "claimed" then act else state
end MailboxModel
