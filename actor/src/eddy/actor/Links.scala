package eddy.actor

/** Ties this actor's end to that of `other`, both ways: when one ends with a reason other than `Normal`, so
  * does the other, unless it traps exits. A second link between the same two changes nothing. Linking to an
  * actor that has terminated is answered as if it ended now, with [[ExitReason.NoActor]].
  */
def link(other: ActorRef[?])(using actor: Actor[?]): Unit =
  require(other.isOneActor, s"$other is no actor, it does not end: link its actors")
  actor.cell.link(other.target)

/** Takes the link back, for both. Afterwards the end of `other` does not reach this actor any more, even if
  * it was on its way.
  */
def unlink(other: ActorRef[?])(using actor: Actor[?]): Unit = actor.cell.unlink(other.target)

/** The actors that this one is linked to. */
def links(using actor: Actor[?]): Set[ActorRef[?]] =
  val cold = actor.cell.cold
  if cold == null then Set.empty else cold.links.others
