package eddy.remote.internal.address

import eddy.actor.spi.remote.Questions
import eddy.actor.{ActorRef, Monitor}
import eddy.remote.Pickler

import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.atomic.AtomicLong

/** The actors of this node that other nodes know, by number. An actor gets a number when its address is
  * written for the first time, and keeps it until it terminates; no number is used twice. Any thread.
  *
  * An address that `contramap` has made has a number of its own: a program may make one for each message. It
  * is withdrawn before its actor terminates when no other node refers to it. Each session counts how often it
  * has written the number ([[WrittenNumbers]]), and the other node says how often it has received it when
  * nothing refers to it there any more. If both counts are equal, no message with the number is on its way.
  * Where the counts do not tell all, the number stays until the actor terminates: the address is a member of
  * a group, a node has passed it on, a message with it was lost, or a session that has written it was closed.
  */
private[remote] final class Exports:
  private val byNumber = new ConcurrentHashMap[Long, Export]()
  private val byRef = new ConcurrentHashMap[AnyRef, Export]()
  private val numbers = new AtomicLong
  // guards what is counted. Nothing that may notify others is called with it
  private val counting = new Object
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
    if ref.adapter == null then plain(ref, protocol) else adapted(ref, protocol)(_.isKept = true)

  /** The same, for a session that writes the number. */
  def written(ref: ActorRef[?], protocol: Pickler[?] | Null, by: WrittenNumbers): Export =
    if ref.adapter == null then plain(ref, protocol)
    else
      adapted(ref, protocol): one =>
        if by.isClosed then one.isKept = true
        else if !one.isKept && by.add(one.number) then one.writers = by :: one.writers

  /** The session has not sent what it has written, or the other node has received the number so many times
    * and does not refer to it any more.
    */
  def released(number: Long, times: Int, by: WrittenNumbers): Unit =
    val unused = counting.synchronized:
      if !by.subtract(number, times) then null
      else
        byNumber.get(number) match
          case one: AdaptedExport =>
            one.writers = one.writers.filter(_ ne by)
            if one.writers.nonEmpty || one.isKept then null
            else
              remove(one)
              one
          case _ => null
    if unused != null then unused.stopWatching()

  /** The session is closed: nobody counts its numbers any more. */
  def closed(by: WrittenNumbers): Unit = counting.synchronized:
    by.close().foreach: number =>
      byNumber.get(number) match
        case one: AdaptedExport => one.isKept = true
        case _ => ()

  private def plain(ref: ActorRef[?], protocol: Pickler[?] | Null): Export =
    val known = byRef.get(ref)
    val one = if known != null then known else add(ref)
    if protocol != null then one.admit(protocol)
    one

  private def add(ref: ActorRef[?]): Export =
    val isQuestion = Questions.isQuestion(ref)
    val fresh = new Export(ref, nextNumber(if isQuestion then Exports.answerBit else 0))
    // first, because another thread that finds it in byRef may write its number at once
    byNumber.put(fresh.number, fresh): Unit
    val before = byRef.putIfAbsent(ref, fresh)
    if before != null then
      byNumber.remove(fresh.number): Unit
      before
    else
      // at once if it is over already
      if isQuestion then Questions.whenOver(ref)(() => remove(fresh)): Unit
      else if ref.isOneActor then ref.addMonitor(new Monitor(ref, _ => remove(fresh)))
      fresh

  private def adapted(ref: ActorRef[?], protocol: Pickler[?] | Null)(act: AdaptedExport => Unit): Export =
    var fresh: AdaptedExport | Null = null
    val one = counting.synchronized:
      val known = byRef.get(keyOf(ref)) match
        case known: AdaptedExport => known
        case _ =>
          val made = new AdaptedExport(ref, nextNumber(Exports.adaptedBit))
          byNumber.put(made.number, made): Unit
          byRef.put(keyOf(ref), made): Unit
          fresh = made
          made
      act(known)
      known
    if protocol != null then one.admit(protocol)
    val made = fresh
    if made != null && ref.isOneActor then made.watch(() => remove(made))
    one

  private def nextNumber(kind: Int) = numbers.incrementAndGet() << 2 | kind

  private def keyOf(ref: ActorRef[?]): AnyRef =
    val adapter = ref.adapter
    if adapter == null then ref else Exports.AdaptedKey(ref, adapter)

  private def remove(one: Export): Unit =
    one.isWithdrawn = true
    byNumber.remove(one.number): Unit
    byRef.remove(keyOf(one.ref), one): Unit
    // or it would live on here
    last = null
    one match
      case adapted: AdaptedExport => counting.synchronized(adapted.writers.foreach(_.remove(one.number)))
      case _ => ()
end Exports

private[remote] object Exports:
  private final val answerBit = 1
  private final val adaptedBit = 2

  /** Of an address for an answer. */
  def isAnswer(number: Long): Boolean = (number & answerBit) != 0

  /** Of an address that `contramap` has made. */
  def isAdapted(number: Long): Boolean = (number & adaptedBit) != 0

  /** All such addresses of one actor have the same hash code. */
  private final class AdaptedKey(val ref: ActorRef[?], adapter: AnyRef):
    override def equals(other: Any): Boolean = other match
      case that: AdaptedKey => ref == that.ref
      case _ => false
    override def hashCode: Int = ref.hashCode * 31 + System.identityHashCode(adapter)
end Exports

/** @param ref a local actor, or an address for an answer to it */
private[remote] class Export(val ref: ActorRef[?], val number: Long):
  @volatile private var admitted = Vector.empty[Pickler[?]]

  /** Its actor has terminated, or no other node refers to it. */
  @volatile var isWithdrawn = false

  /** The types of messages that other nodes may send to it. */
  def protocols: Vector[Pickler[?]] = admitted

  def admit(protocol: Pickler[?]): Unit =
    if !knows(protocol) then
      synchronized:
        if !knows(protocol) then admitted :+= protocol

  private def knows(protocol: Pickler[?]) = admitted.exists(_.isLike(protocol))
end Export

/** Of an address that `contramap` has made. [[Exports]] guards its variables. */
private[address] final class AdaptedExport(of: ActorRef[?], by: Long) extends Export(of, by):
  /** Sessions that have written it, and whose nodes may refer to it. */
  var writers = List.empty[WrittenNumbers]

  /** It stays until its actor terminates. */
  var isKept = false
  @volatile private var monitor: Monitor | Null = null

  def watch(over: () => Unit): Unit =
    val made = new Monitor(ref, _ => over())
    monitor = made
    ref.addMonitor(made)
    // meanwhile
    if isWithdrawn then stopWatching()

  def stopWatching(): Unit =
    val made = monitor
    if made != null then made.cancel(): Unit
end AdaptedExport
