package eddy.remote.session

import eddy.remote.spi.SessionEnd

/** Ends of sessions as packets. */
private[session] object Farewells:
  // a packet has a limit
  private val maxReason = 500

  def packetOf(end: SessionEnd): Packet = end match
    case SessionEnd.Stopped => Packet.Farewell(0, "")
    case SessionEnd.Lost(reason) => Packet.Farewell(1, reason.take(maxReason))
    case SessionEnd.Violated(reason) => Packet.Farewell(2, reason.take(maxReason))
    case SessionEnd.Restarted => Packet.Farewell(3, "")

  /** As the other end says it. */
  def endOf(kind: Int, reason: String): SessionEnd = kind match
    case 0 => SessionEnd.Stopped
    case 2 => SessionEnd.Violated(s"the other node says that $reason")
    case _ => SessionEnd.Lost(reason)
