package eddy.push.internal

import eddy.push.{HistoryQuery, Position, PushError, PushException}

import scala.concurrent.ExecutionContext

/** Lets subscribers into a channel that is live. One with a later position waits until the history was read;
  * no other waits for that. Confined to the channel's actor.
  */
private[push] final class Admission(
    live: LiveChannel,
    node: Node,
    place: Place,
    subscribers: Subscribers,
    askers: Askers
):
  private given ExecutionContext = ExecutionContext.parasitic
  private val recovery = Recovery(live, node)
  // who claims to have heard more waits among those that ask
  private var isLooking = false

  def admit(asked: ChannelEvent.Subscribe): Unit =
    val asks = asked.recover.fold(asked): seen =>
      val _ = place.goesOn()
      // without an epoch it is of this one
      val known = if seen.epoch.isEmpty then seen.copy(epoch = place.position.epoch) else seen
      asked.copy(recover = Some(place.present(known)))
    if asks.recover.exists(isAhead) && !asks.again then
      askers.add(asks)
      if !isLooking then look()
    else if subscribers.add(asks) then recovery.answer(asks, place.position)
    else
      val why = s"the subscriber is in channel ${live.name} already"
      asks.answer.tryFailure(PushException(PushError.AlreadySubscribed, why)): Unit

  /** Of the waiting requests; some may stay waiting. */
  def admitAll(): Unit = for _ <- 1 to askers.size do admit(askers.take())

  /** The history was looked into. */
  def looked(): Unit = isLooking = false

  /** The pages read for reconnecting subscribers are a while old. */
  def forget(): Unit = recovery.forget()

  private def isAhead(seen: Position) =
    val here = place.position
    live.isPositioned && seen.epoch == here.epoch && seen.offset > here.offset

  /** One look for all that claim to have heard more by now. */
  private def look(): Unit =
    isLooking = true
    askers.lookedFor()
    node.deadline(s"looking how far ${live.name} is")(node.mediator.read(live.name, HistoryQuery(limit = 0)))
      .onComplete(result => live.tell(ChannelEvent.Looked(result)))
end Admission
