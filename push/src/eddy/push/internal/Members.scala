package eddy.push.internal

import eddy.push.ClientInfo

import scala.collection.mutable

/** Who is in which channel: of one node. One owner. */
private[push] final class Members:
  import Members.*
  var size: Int = 0
  private val channels = mutable.HashMap.empty[String, mutable.LinkedHashMap[String, Member]]

  /** True when the client was not there: it may be there more than once. */
  def add(channel: String, who: ClientInfo): Boolean =
    val here = channels.getOrElseUpdate(channel, mutable.LinkedHashMap.empty)
    here.get(who.client) match
      case Some(member) =>
        member.times += 1
        false
      case None =>
        here.update(who.client, Member(who, 1))
        size += 1
        true

  /** Who has left; `None` when the client is still there, or was not. */
  def remove(channel: String, client: String): Option[ClientInfo] =
    channels.get(channel).flatMap: here =>
      here.get(client).flatMap: member =>
        member.times -= 1
        Option.when(member.times == 0):
          here.remove(client): Unit
          size -= 1
          if here.isEmpty then channels.remove(channel): Unit
          member.who

  def has(channel: String, client: String): Boolean = channels.get(channel).exists(_.contains(client))
  def of(channel: String): Iterator[ClientInfo] =
    channels.get(channel).fold(Iterator.empty)(_.valuesIterator.map(_.who))
  def all: Iterator[(String, ClientInfo)] =
    channels.iterator.flatMap((channel, here) => here.valuesIterator.map(m => (channel, m.who)))
end Members

private[push] object Members:
  final class Member(val who: ClientInfo, var times: Int)
