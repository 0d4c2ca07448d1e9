package eddy.web.internal

import io.netty.channel.Channel

/** Whether a new connection is served. */
private[eddy] enum Admission:
  case Welcome
  case Refused(refusal: Refusal)

  /** Closed without a word: the server stops, or has too many to tell already. */
  case Unheard

private[eddy] object Admission:
  /** So many connections over the limit receive an answer at a time; further ones are closed at once. */
  private val PoliteRefusals = 64

  /** Counts the connection in; [[over]] counts it out. On its I/O thread.
    * @param settled receives it: at once, unless other I/O threads are asked for room. Then it comes later,
    *   if the connection is still there, which is not read until then
    */
  def of(core: ServerCore, channel: Channel)(settled: Admission => Unit): Unit =
    val limits = core.config.limits
    core.metrics.connections.increment()
    val open = core.openConnections.incrementAndGet()
    val address = PeerAddress.of(channel)
    val ofAddress = core.addresses.enter(address)
    core.connections.add(channel): Unit
    if core.phase == ServerPhase.Draining then settled(Unheard)
    else if ofAddress > limits.perAddress && !core.isProxy(address.getAddress) then
      makeRoom(core, channel, Addresses.keyOf(address), settled): () =>
        if ofAddress > limits.perAddress + PoliteRefusals then Unheard
        else Refused(core.gate.addressRefused())
    else if open > limits.maxConnections then
      makeRoom(core, channel, null, settled): () =>
        if open > limits.maxConnections + PoliteRefusals then Unheard
        else Refused(core.gate.connectionRefused())
    else settled(Welcome)
  end of

  /** Closes the connection of the same I/O thread that has been idle for longest, or else of another, if any.
    * @param customer whose; null for anybody's
    */
  private def makeRoom(
      core: ServerCore,
      channel: Channel,
      customer: String | Null,
      settled: Admission => Unit
  )(
      without: () => Admission
  ): Unit =
    val loop = channel.eventLoop
    if makesRoom(core, core.sweepOf(loop), customer) then settled(Welcome)
    else
      val others = core.sweepsBeside(loop)
      if others.isEmpty then settled(without())
      else
        channel.reads(false)
        def found(room: Boolean): Unit = loop.execute: () =>
          if channel.isActive then
            channel.reads(true)
            settled(if room then Welcome else without())
        ask(others, makesRoom(core, _, customer), found)
  end makeRoom

  /** Closes the longest idle connection of an I/O thread, on that thread; false without one. */
  private def makesRoom(core: ServerCore, sweep: LoopSweep, customer: String | Null): Boolean =
    val longest = sweep.longestIdle(customer)
    if longest != null then
      core.metrics.idleClosed.increment()
      longest.closeIdle()
    longest != null

  /** Asks the connections in order, each on its I/O thread. */
  private def ask(sweeps: List[LoopSweep], makesRoom: LoopSweep => Boolean, found: Boolean => Unit): Unit =
    sweeps match
      case Nil => found(false)
      case sweep :: others =>
        val isAsked = sweep.execute: () =>
          if makesRoom(sweep) then found(true) else ask(others, makesRoom, found)
        if !isAsked then ask(others, makesRoom, found)

  def over(core: ServerCore, channel: Channel): Unit =
    core.metrics.connections.decrement()
    core.addresses.leave(PeerAddress.of(channel))
    core.openConnections.decrementAndGet(): Unit
end Admission
