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

  /** Counts the connection in; [[over]] counts it out. */
  def of(core: ServerCore, channel: Channel): Admission =
    val limit = core.config.limits.maxConnections
    core.metrics.connections.increment()
    val open = core.openConnections.incrementAndGet()
    core.connections.add(channel): Unit
    if core.phase == ServerPhase.Draining || open > limit + PoliteRefusals then Unheard
    else if open > limit then
      Refused(core.gate.connectionRefused())
    else Welcome

  def over(core: ServerCore): Unit =
    core.metrics.connections.decrement()
    core.openConnections.decrementAndGet(): Unit
