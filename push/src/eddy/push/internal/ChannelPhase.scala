package eddy.push.internal

/** Where an active channel is on its way: see [[ChannelActor]]. */
private[push] enum ChannelPhase derives CanEqual:
  case Closed, Opening, Placing, Live, CatchingUp, Closing

  /** It has its interest, and knows where it is. */
  def isOpen: Boolean = this == Live || this == CatchingUp
end ChannelPhase
