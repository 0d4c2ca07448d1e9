package eddy.actor.internal.signal

import eddy.actor.ActorRef

/** The actors that an actor is linked to, and by which links. Immutable.
  *
  * Each end of a link keeps its own set. The two sets agree without a handshake, however their signals cross:
  *
  *   - An actor that links makes a new link, enters it, and sends it; the other enters it too. When both do
  *     so at once, two links exist.
  *   - An actor that unlinks, or ends, removes the links that it knows of, and sends their list. The other
  *     removes exactly these.
  *
  * Signals from one actor to another arrive in order, so a link arrives once, before any signal that removes
  * it, and is never entered again: in the end both have it or neither. A signal about a link of an earlier
  * time, or of an earlier life of a supervised actor, names no existing link and has no effect. (In Erlang an
  * unlink names no link and is acknowledged for this reason: ERTS User's Guide, "Communication in Erlang",
  * Link Protocol. Sets whose removals name the elements seen: Shapiro et al., "Conflict-free Replicated Data
  * Types", 2011.)
  */
private[actor] opaque type LinkSet <: AnyRef = Map[ActorRef[?], List[Signal.Link]]

private[actor] object LinkSet:
  val empty: LinkSet = Map.empty

  extension (all: LinkSet)
    /** The linked actors. */
    def others: Set[ActorRef[?]] = all.keySet

    /** By which links. */
    def to(other: ActorRef[?]): List[Signal.Link] = all.getOrElse(other, Nil)

    def entered(other: ActorRef[?], link: Signal.Link): LinkSet = all.updated(other, link :: all.to(other))

    /** Without these links; the same set when it has none of them. */
    def without(other: ActorRef[?], links: List[Signal.Link]): LinkSet =
      val known = all.to(other)
      val left = known.filterNot(links.contains)
      if left.isEmpty then if known.isEmpty then all else all.removed(other)
      else if left.size == known.size then all
      else all.updated(other, left)

    def each(tell: (ActorRef[?], List[Signal.Link]) => Unit): Unit =
      all.foreach((other, links) => tell(other, links))
  end extension
end LinkSet
