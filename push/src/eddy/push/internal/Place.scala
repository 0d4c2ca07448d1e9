package eddy.push.internal

import eddy.push.{Position, Publication}

/** Where a channel is in its history: after the publication handed over last. A history may continue in
  * another epoch ([[Lineage]]); then this is the same place in that, and all subscribers know it. Confined to
  * the channel's actor.
  */
private[push] final class Place(channel: String, node: Node, subscribers: Subscribers):
  import Place.Fit
  private var at = Publication.Unplaced

  def position: Position = at
  def move(to: Position): Unit = at = to

  /** Whether a publication is the next, and moves there when it is. */
  def fit(of: Position): Fit =
    if of.epoch == at.epoch then follow(of)
    else
      val _ = goesOn()
      val here = present(of)
      if here.epoch == at.epoch then follow(here) else Fit.Other

  private def follow(of: Position): Fit =
    if of.offset == at.offset + 1 then
      at = of
      Fit.Next
    else if of.offset <= at.offset then Fit.Repeated
    else Fit.Ahead

  /** Switches to the epoch in which the history continues, if that is another one; returns whether it is. */
  def goesOn(): Boolean =
    val now = present(at)
    val another = now.epoch != at.epoch
    if another then
      at = now
      subscribers.goesOn(now)
    another

  /** Whether the channel is in the epoch that the history has now. */
  def isIn(top: Position): Boolean = top.epoch == at.epoch || goesOn() && top.epoch == at.epoch

  /** The same place in the present epoch, where that continues from there. */
  def present(of: Position): Position = node.present(channel, of)
end Place

private[push] object Place:
  enum Fit derives CanEqual:
    case Next

    /** It was handed over before. */
    case Repeated

    /** Something is missing before it. */
    case Ahead

    /** Of another epoch: the publications between are unknown. */
    case Other
end Place
