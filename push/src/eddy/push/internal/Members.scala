package eddy.push.internal

import eddy.push.{ClientInfo, PresenceCount}

import java.util.{HashMap, LinkedHashMap}
import scala.collection.mutable
import scala.jdk.CollectionConverters.given

/** The members of each channel on one node. One owner. Clients choose the names, so many may have the same
  * hash: Java's maps find those among themselves by their order, Scala's would look at each.
  */
private[push] final class Members:
  import Members.*
  var size: Int = 0
  private val channels: mutable.Map[String, Channel] = HashMap[String, Channel]().asScala

  /** True when the client was not there: it may be there more than once. */
  def add(channel: String, who: ClientInfo): Boolean =
    val here = channels.getOrElseUpdate(channel, Channel())
    here.members.get(who.client) match
      case Some(member) =>
        member.times += 1
        false
      case None =>
        here.members.update(who.client, Member(who, 1))
        here.users.updateWith(who.user)(n => Some(n.getOrElse(0) + 1)): Unit
        size += 1
        true

  /** The member that has left; `None` when the client is still a member, or was not. */
  def remove(channel: String, client: String): Option[ClientInfo] =
    channels.get(channel).flatMap: here =>
      here.members.get(client).flatMap: member =>
        member.times -= 1
        Option.when(member.times == 0):
          here.members.remove(client): Unit
          here.users.updateWith(member.who.user)(_.map(_ - 1).filter(_ > 0)): Unit
          size -= 1
          if here.members.isEmpty then channels.remove(channel): Unit
          member.who

  def has(channel: String, client: String): Boolean = channels.get(channel).exists(_.members.contains(client))
  def of(channel: String): Iterator[ClientInfo] =
    channels.get(channel).fold(Iterator.empty)(_.members.valuesIterator.map(_.who))

  def isIn(channel: String): Boolean = channels.contains(channel)
  def count(channel: String): PresenceCount =
    channels.get(channel).fold(PresenceCount(0, 0))(here => PresenceCount(here.members.size, here.users.size))
  def users(channel: String): Iterator[String] =
    channels.get(channel).fold(Iterator.empty)(_.users.keysIterator)

  def all: Iterator[(String, ClientInfo)] =
    channels.iterator.flatMap((channel, here) => here.members.valuesIterator.map(m => (channel, m.who)))
end Members

private[push] object Members:
  private final class Channel:
    val members: mutable.Map[String, Member] = LinkedHashMap[String, Member]().asScala

    /** How many of the members each user is. */
    val users: mutable.Map[String, Int] = HashMap[String, Int]().asScala

  final class Member(val who: ClientInfo, var times: Int)
