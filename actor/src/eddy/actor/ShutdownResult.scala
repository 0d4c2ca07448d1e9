package eddy.actor

/** How the shutdown of an [[ActorSystem]] went.
  *
  * @param known actors that were there and that it knew of, children that their supervisors have ended not
  *   counted
  * @param killed those of them that had not ended in time and had to be killed
  * @param stuck those of them that had not ended a second later either, since they do not come out of a
  *   reaction; they end when they do
  * @param failed functions of [[ActorSystem.onShutdown]] that have failed, or had not completed in time
  */
final case class ShutdownResult(known: Int, killed: Int, stuck: Int, failed: Int = 0):
  /** Whether every actor that the system knew of has terminated in time, without a kill, and no function of
    * [[ActorSystem.onShutdown]] has failed or taken longer.
    */
  def isOrderly: Boolean = killed == 0 && failed == 0
