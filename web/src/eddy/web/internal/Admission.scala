package eddy.web.internal

import io.netty.channel.Channel

/** Whether a new connection is served. */
private[eddy] enum Admission:
  case Welcome
  case Refused(refusal: Refusal)

  /** Closed without a word: the server stops, or has too many to tell already. */
  case Unheard

private[eddy] object Admission:
  /** So many connections over the limit are told so at a time; further ones are closed at once. */
  private val PoliteRefusals = 64

  /** Counts the connection in; [[over]] counts it out. On its I/O thread. */
  def of(core: ServerCore, channel: Channel): Admission =
    val limits = core.config.limits
    core.metrics.connections.increment()
    val open = core.openConnections.incrementAndGet()
    val address = PeerAddress.of(channel)
    val ofAddress = core.addresses.enter(address)
    core.connections.add(channel): Unit
    if core.phase == ServerPhase.Draining then Unheard
    else if ofAddress > limits.perAddress && !core.isProxy(address.getAddress) then
      if makesRoom(core, channel, Addresses.keyOf(address)) then Welcome
      else if ofAddress > limits.perAddress + PoliteRefusals then Unheard
      else Refused(core.gate.addressRefused())
    else if open > limits.maxConnections then
      if makesRoom(core, channel, null) then Welcome
      else if open > limits.maxConnections + PoliteRefusals then Unheard
      else Refused(core.gate.connectionRefused())
    else Welcome

  /** Closes the connection of the same I/O thread that has been idle for longest, if there is one.
    * @param customer whose; null for anybody's
    */
  private def makesRoom(core: ServerCore, channel: Channel, customer: String | Null): Boolean =
    val now = System.nanoTime
    val longest = core.sweepOf(channel.eventLoop).longestIdle(now, customer)
    if longest != null then
      core.metrics.idleClosed.increment()
      longest.closeIdle()
    longest != null

  def over(core: ServerCore, channel: Channel): Unit =
    core.metrics.connections.decrement()
    core.addresses.leave(PeerAddress.of(channel))
    core.openConnections.decrementAndGet(): Unit
end Admission
