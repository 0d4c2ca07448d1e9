package eddy.actor

/** A name for [[ActorSystem.register]], with the type of the actor's messages. A lookup by the same object
  * returns an address of that type: the compiler checks both sides.
  *
  * {{{
  * val Cashier = ActorName[Order]("cashier")
  * system.register(Cashier, ref)
  * system.whereIs(Cashier).foreach(_ ! order)
  * }}}
  * Keep it in a `val`: an object is equal to itself only. The text is unique among the names of a system,
  * typed or not.
  *
  * @throws IllegalArgumentException when the text is empty
  */
final class ActorName[M](val text: String):
  require(text.nonEmpty, "name = \"\": it is empty; use one that says what the actor is for")

  override def toString: String = s"the name \"$text\""
