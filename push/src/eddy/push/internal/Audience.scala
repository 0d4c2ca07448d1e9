package eddy.push.internal

import eddy.push.{ClientInfo, Position, UnsubscribeCode}

import java.util.IdentityHashMap

/** The subscribers of one channel on this node, close together, since each publication goes through all of
  * them. One owner.
  *
  * @param failed called when a subscriber throws, which harms no other
  */
private[push] final class Audience(failed: Throwable => Unit):
  import Audience.*
  private var members = new Array[Member | Null](4)
  private var count = 0
  private val places = new IdentityHashMap[Subscriber, Member](2)

  def size: Int = count
  def isEmpty: Boolean = count == 0

  /** False when it is a member already. */
  def add(subscriber: Subscriber, who: ClientInfo | Null, joins: Boolean): Boolean =
    if places.containsKey(subscriber) then false
    else
      if count == members.length then members = java.util.Arrays.copyOf(members, count * 2).nn
      val member = Member(subscriber, who, joins, count)
      members(count) = member
      places.put(subscriber, member)
      count += 1
      true

  /** The former member; null when it was not one. */
  def remove(subscriber: Subscriber): Member | Null =
    val member = places.remove(subscriber)
    if member != null then
      count -= 1
      val last = members(count).nn
      members(member.at) = last
      last.at = member.at
      members(count) = null
      if count < members.length / 4 && members.length > 4 then
        members = java.util.Arrays.copyOf(members, members.length / 2).nn
    member

  def tell(encoded: Encoded): Unit =
    var i = 0
    while i < count do
      try members(i).nn.subscriber.publication(encoded)
      catch case failure: Throwable => failed(failure)
      i += 1

  /** Calls `done` once one of the last receivers has its message, as far as it knows: the end of a
    * publication's way.
    */
  def whenWritten(done: Runnable): Unit =
    var at = count - 1
    val least = math.max(0, count - MostAsked)
    while at >= least && !members(at).nn.subscriber.whenWritten(done) do at -= 1

  def goesOn(at: Position): Unit = each(_.subscriber.goesOn(at))

  /** Each is given all before the next. */
  def tell(batch: Batch): Unit = each: member =>
    if !member.subscriber.publications(batch) then
      batch.items.foreach: encoded =>
        try member.subscriber.publication(encoded)
        catch case failure: Throwable => failed(failure)

  def joined(who: ClientInfo): Unit = each(m => if m.joins then m.subscriber.joined(who))
  def left(who: ClientInfo): Unit = each(m => if m.joins then m.subscriber.left(who))

  /** Ends the subscriptions of all, forgets them and returns them. */
  def end(code: UnsubscribeCode): Vector[Member] =
    val all = Vector.tabulate(count)(members(_).nn)
    members = new Array[Member | Null](4)
    count = 0
    places.clear()
    all.foreach: member =>
      try member.subscriber.ended(code)
      catch case failure: Throwable => failed(failure)
    all

  private def each(f: Member => Unit): Unit =
    var i = 0
    while i < count do
      try f(members(i).nn)
      catch case failure: Throwable => failed(failure)
      i += 1
end Audience

private[push] object Audience:
  /** Of many that are behind not all are asked for each publication. */
  private final val MostAsked = 16

  /** @param who for presence; null for one without presence
    * @param at its place in the array
    */
  final class Member(val subscriber: Subscriber, val who: ClientInfo | Null, val joins: Boolean, var at: Int)
