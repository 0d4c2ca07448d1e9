package eddy.push.internal.wire

import scala.concurrent.{ExecutionContext, Future}

/** What a client has published and is not acknowledged: its reads of that channel wait for it. Owned by the
  * connection's actor.
  */
private[push] final class OwnPublishes:
  // for each channel all of them in one; most connections have none
  private var underWay = Map.empty[String, Future[Any]]

  def begun(channel: String, publishing: Future[Any]): Unit =
    if !publishing.isCompleted then
      val all = underWay.get(channel) match
        case Some(others) => others.transformWith(_ => publishing)(using ExecutionContext.parasitic)
        case None => publishing
      underWay = underWay.updated(channel, all)

  /** One of them is over. */
  def done(channel: String): Unit =
    if underWay.get(channel).exists(_.isCompleted) then underWay -= channel

  /** Reads when all that was published to the channel is acknowledged, or has failed. */
  def before[A](channel: String)(read: => Future[A]): Future[A] = underWay.get(channel) match
    case Some(all) if !all.isCompleted => all.transformWith(_ => read)(using ExecutionContext.parasitic)
    case _ => read
end OwnPublishes
