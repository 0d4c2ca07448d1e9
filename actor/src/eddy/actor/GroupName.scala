package eddy.actor

/** A name for [[ActorSystem.group]], with the type of the messages: the compiler checks those that join and
  * those that send.
  *
  * {{{
  * val Lamps = GroupName[Boolean]("lamps")
  * system.group(Lamps).join(ref)
  * system.group(Lamps).broadcast(true)
  * }}}
  * Keep it in a `val`: an object is equal to itself only, so it names another group than its text does.
  *
  * @throws IllegalArgumentException when the text is empty
  */
final class GroupName[M](val text: String):
  require(text.nonEmpty, "name = \"\": it is empty; use one that says what the members have in common")

  override def toString: String = s"the group name \"$text\""
