package eddy.remote.internal.address

import eddy.actor.spi.remote.Questions
import eddy.actor.{ActorRef, Monitor}
import eddy.remote.Pickler

import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.atomic.AtomicLong

/** The actors of this node that other nodes know, by number. An actor gets a number when its address is
  * written for the first time, and keeps it until it terminates; no number is used twice. Numbers of actors
  * are even, those of addresses for answers are odd. Any thread.
  */
private[remote] final class Exports:
  private val byNumber = new ConcurrentHashMap[Long, Export]()
  private val byRef = new ConcurrentHashMap[ActorRef[?], Export]()
  private val numbers = new AtomicLong
  // found last: many messages in a row are for one actor. Threads may see different ones
  private var last: Export | Null = null

  def size: Int = byNumber.size

  /** The live one of that number. */
  def find(number: Long): Export | Null =
    val known = last
    if known != null && known.number == number && !known.isWithdrawn then known
    else
      val found = byNumber.get(number)
      if found != null then last = found
      found

  /** @param protocol a type of messages that other nodes may send to it; null: none */
  def of(ref: ActorRef[?], protocol: Pickler[?] | Null): Export =
    val known = byRef.get(ref)
    val one = if known != null then known else add(ref)
    if protocol != null then one.admit(protocol)
    one

  private def add(ref: ActorRef[?]): Export =
    val isQuestion = Questions.isQuestion(ref)
    val fresh = new Export(ref, numbers.incrementAndGet() << 1 | (if isQuestion then 1 else 0))
    // first, because another thread that finds it in byRef may write its number at once
    byNumber.put(fresh.number, fresh): Unit
    val before = byRef.putIfAbsent(ref, fresh)
    if before != null then
      byNumber.remove(fresh.number): Unit
      before
    else
      // at once if it is over already
      if isQuestion then Questions.whenOver(ref)(() => withdraw(fresh)): Unit
      else if ref.isOneActor then ref.addMonitor(new Monitor(ref, _ => withdraw(fresh)))
      fresh

  private def withdraw(one: Export): Unit =
    one.isWithdrawn = true
    byNumber.remove(one.number): Unit
    byRef.remove(one.ref): Unit
    // or it would live on here
    last = null
end Exports

private[remote] object Exports:
  /** Of an address for an answer. */
  def isAnswer(number: Long): Boolean = (number & 1) != 0

/** @param ref a local actor, or an address for an answer to it */
private[remote] final class Export(val ref: ActorRef[?], val number: Long):
  @volatile private var admitted = Vector.empty[Pickler[?]]

  /** Its actor has terminated. */
  @volatile var isWithdrawn = false

  /** The types of messages that other nodes may send to it. */
  def protocols: Vector[Pickler[?]] = admitted

  def admit(protocol: Pickler[?]): Unit =
    if !knows(protocol) then
      synchronized:
        if !knows(protocol) then admitted :+= protocol

  private def knows(protocol: Pickler[?]) = admitted.exists(_.isLike(protocol))
end Export
