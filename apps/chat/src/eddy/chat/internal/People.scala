package eddy.chat.internal

import eddy.chat.ServerMessage.Refused
import eddy.chat.{ChatConfig, RefusalCode}

/** Somebody in a room, as this node knows it: on any number of connections, to any node. Kept for a while after the last of them is gone.
  *
  * @param user what others may know of the person's token: [[Secrets.digest]]
  * @param key of the name: what makes it taken
  * @param clients the connections, as the channel's presence names them
  * @param shown whether those in the room are told that this person is here
  * @param until without a client: when the next thing happens, `shown` ends or else the name is free
  */
private[chat] final case class Person(
    user: String,
    name: String,
    key: String,
    clients: Set[String],
    shown: Boolean,
    until: Long = Long.MaxValue
)

/** Who is in a room, on all nodes. A lost connection has a grace before those in the room hear of it, and the name stays kept for the token for a
  * while longer. Each node reckons both by itself, so that nobody needs to be told when a node ends.
  *
  * @param byUser two of them have the same name only when they took it on two nodes at the same moment
  * @param users whose connection each client is
  */
private[chat] final case class People(
    config: ChatConfig,
    byUser: Map[String, Person],
    users: Map[String, String]
):
  /** The names of who is here, sorted. */
  def members: Vector[String] =
    byUser.valuesIterator.filter(_.shown).toVector.sortBy(_.key).map(_.name).distinct

  def isHere(name: String): Boolean = byUser.valuesIterator.exists(p => p.shown && p.name == name)

  /** As whom somebody may come in under `name`, which has been validated.
    *
    * @param token what the client says an earlier welcome gave it
    */
  def admit(name: String, token: Option[String]): Either[Refused, People.Admitted] =
    val key = Names.key(name)
    val user = token.map(Secrets.digest)
    val named = byUser.valuesIterator.filter(_.key == key).toVector
    named.find(p => user.contains(p.user)) match
      case Some(own) => ifRoom(own.shown, People.Admitted(token.getOrElse(""), own.user, own.name))
      case None if named.nonEmpty =>
        val taken = byUser.valuesIterator.map(_.key).toSet
        val free = Names.suggestion(name, config, taken)
        val detail =
          s"Somebody else here is called ${named.head.name}: choose another name, such as $free."
        Left(Refused(RefusalCode.NameTaken, detail, suggestion = Some(free)))
      case None =>
        // A token that is in use under another name belongs to that name: this one gets its own.
        val kept = token.filter(t => Secrets.looksLikeToken(t) && !user.exists(byUser.contains))
        val own = kept.getOrElse(Secrets.token())
        ifRoom(isHere = false, People.Admitted(own, Secrets.digest(own), name))

  private def ifRoom(isHere: Boolean, admitted: People.Admitted): Either[Refused, People.Admitted] =
    if isHere || shownCount < config.maxMembers then Right(admitted)
    else
      val detail = s"The room is full: the limit is ${config.maxMembers} people. Try again later."
      Left(Refused(RefusalCode.RoomFull, detail))

  /** A connection is there; nothing changes when it was known. */
  def come(client: String, user: String, name: String): People =
    val known = byUser.get(user)
    val person = known.getOrElse(Person(user, name, Names.key(name), Set.empty, shown = true))
    val here = person.copy(clients = person.clients + client, shown = true, until = Long.MaxValue)
    copy(byUser = byUser.updated(user, here), users = users.updated(client, user))

  /** A connection is lost. With the last one of a person the grace begins. */
  def lose(client: String, now: Now): People = without(client): (rest, person) =>
    val until = if person.clients.isEmpty then now.tick + config.presenceGrace.toMillis else Long.MaxValue
    rest.updated(person.copy(until = until))

  /** A connection leaves on purpose. With the last one of a person that person is gone at once. */
  def leave(client: String, user: String, now: Now): People =
    val rest = without(client)(_.updated(_))
    rest.byUser.get(user).filter(p => p.shown && p.clients.isEmpty).fold(rest)(rest.hide(_, now))

  /** As if the connection had never been there. */
  def forget(client: String): People = without(client): (rest, person) =>
    if person.clients.isEmpty then rest.copy(byUser = rest.byUser.removed(person.user))
    else rest.updated(person)

  private def without(client: String)(change: (People, Person) => People): People =
    users.get(client).flatMap(byUser.get).fold(this): person =>
      change(copy(users = users.removed(client)), person.copy(clients = person.clients - client))

  private def updated(person: Person): People = copy(byUser = byUser.updated(person.user, person))

  /** Ends every grace and every hold that is over. */
  def expire(now: Now): People =
    byUser.valuesIterator
      .filter(_.until <= now.tick)
      .foldLeft(this): (people, p) =>
        if p.shown then people.hide(p, now) else people.copy(byUser = people.byUser.removed(p.user))

  /** The name stays kept, within a bound: the one whose time is up first makes room. */
  private def hide(person: Person, now: Now): People =
    val hidden = updated(person.copy(shown = false, until = now.tick + config.nameHold.toMillis))
    val kept = hidden.byUser.valuesIterator.filterNot(_.shown)
    if hidden.byUser.size - hidden.shownCount <= config.maxMembers then hidden
    else hidden.copy(byUser = hidden.byUser.removed(kept.minBy(_.until).user))

  private def shownCount: Int = byUser.valuesIterator.count(_.shown)

  /** When something expires next; Long.MaxValue when nothing does. */
  def deadline: Long = byUser.valuesIterator.map(_.until).minOption.getOrElse(Long.MaxValue)
end People

private[chat] object People:
  def none(config: ChatConfig): People = People(config, Map.empty, Map.empty)

  final case class Admitted(token: String, user: String, name: String)
