package eddy.remote.internal.cluster

import eddy.actor.{ActorRef, ExitReason}
import eddy.remote.internal.address.Exports
import eddy.remote.internal.record.Control
import eddy.remote.spi.NodeIdentity
import eddy.remote.{PickleReader, Pickler, Schema}

import scala.collection.mutable

/** Sets of which each node of a cluster has a part, by name: members of groups, channels of buses. A node is
  * the authority on its own part. It sends it whole in a new session, and then each change; what another node
  * has sent is forgotten with the session. Any thread.
  *
  * @param record of a change
  */
private[remote] final class SharedSets[E](record: SharedSets.Change[E] => Control):
  import SharedSets.*

  // all that changes is guarded by this
  private val sets = mutable.HashMap.empty[String, SharedSet[E]]
  private val sessions = mutable.LinkedHashSet.empty[SetSession]

  def named(name: String): SharedSet[E] = synchronized(sets.getOrElseUpdate(name, new SharedSet[E](name)))

  /** Before the first element of this node.
    *
    * @param receiver passes what other nodes send it to the elements of this node
    */
  def begin(set: SharedSet[E], protocol: Pickler[?], receiver: ActorRef[?], exports: Exports): Unit =
    synchronized:
      if set.own == null then set.own = new Own(protocol, receiver, exports.of(receiver, protocol).number)

  def add(set: SharedSet[E], element: E): Unit = synchronized:
    if set.elements.add(element) then sessions.foreach(tell(_, set, List(element), Nil))

  /** One change. */
  def replace(set: SharedSet[E], element: E, by: E): Unit = synchronized:
    if element != by && set.elements.remove(element) then
      set.elements.add(by): Unit
      sessions.foreach(tell(_, set, List(by), List(element)))

  def remove(set: SharedSet[E], element: E): Unit = synchronized:
    if set.elements.remove(element) then sessions.foreach(tell(_, set, Nil, List(element)))

  def opened(session: SetSession): Unit = synchronized:
    sessions += session
    for
      set <- sets.values
      some <- set.elements.grouped(mostAtOnce)
    do tell(session, set, some.toList, Nil)

  def closed(session: SetSession): Unit = synchronized:
    sessions -= session
    for set <- sets.values.toList if set.parts.contains(session) do
      set.parts -= session
      set.changed()
      if set.own == null && set.parts.isEmpty then sets.remove(set.name): Unit

  /** A change of another node. */
  def changed(session: SetSession, owner: SetOwner, schema: Schema, change: Change[E]): Unit = synchronized:
    val set = named(change.name)
    val known =
      set.parts.getOrElse(session, new Part[E](new RemotePart(owner, schema, change.receiver), Set.empty))
    set.parts += session -> new Part(known.of, known.elements -- change.removed ++ change.added)
    set.changed()

  /** The node stops. */
  def end(): Unit = synchronized:
    for set <- sets.values do
      val own = set.own
      if own != null then own.receiver.exit(ExitReason.Shutdown)

  private def tell(session: SetSession, set: SharedSet[E], added: List[E], removed: List[E]): Unit =
    val own = set.own
    if own != null then
      val change = Change(set.name, session.typeOf(own.protocol), own.number, added, removed)
      session.tell(record(change))
end SharedSets

private[remote] object SharedSets:
  /** Elements in one record. */
  private val mostAtOnce = 1000

  /** @param typeIndex of what the receiver takes
    * @param receiver the number of the actor that passes messages to these elements
    */
  final case class Change[E](name: String, typeIndex: Int, receiver: Long, added: List[E], removed: List[E])

  /** This node's part.
    *
    * @param number of the receiver
    */
  private[cluster] final class Own(val protocol: Pickler[?], val receiver: ActorRef[?], val number: Long)

/** The session with another node, which hears of changes. */
private[remote] trait SetSession:
  /** The type of messages that this end writes. */
  def typeOf(protocol: Pickler[?]): Int
  def tell(control: Control): Unit

/** Another node, which has parts. */
private[remote] trait SetOwner:
  def identity: NodeIdentity

  /** An actor there. */
  def address(number: Long, protocol: PickleReader[?] | Null): ActorRef[?]

/** One of [[SharedSets]]. */
private[remote] final class SharedSet[E](val name: String):
  // guarded by the lock of the sets
  private[cluster] val elements = mutable.LinkedHashSet.empty[E]
  private[cluster] var own: SharedSets.Own | Null = null

  private var listener: () => Unit = () => ()

  /** Calls `act` under the lock of the sets when another node's part has changed. Once, before the beginning.
    */
  def onChange(act: () => Unit): Unit = listener = act
  private[cluster] def changed(): Unit = listener()

  /** What other nodes have, by the session with them. */
  @volatile var parts: Map[SetSession, Part[E]] = Map.empty

/** What another node has of a set. */
private[remote] final class Part[E](val of: RemotePart, val elements: Set[E])
