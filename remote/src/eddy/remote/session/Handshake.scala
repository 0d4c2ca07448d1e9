package eddy.remote.session

import eddy.remote.spi.NodeAddress

/** A connection whose ends introduce themselves to each other. Confined to the I/O thread. */
private[session] sealed abstract class Handshake:
  /** Its limit. */
  var timer: AutoCloseable | Null = null

  /** It waits for what another node answers. */
  var isDeciding = false

  def stopTimer(): Unit =
    val running = timer
    if running != null then running.close()

private[session] object Handshake:
  final class Accepting extends Handshake
  final class Dialing(val to: NodeAddress, val hello: Packet.Hello) extends Handshake
  final class Accepted(val hello: Packet.Hello, val welcome: Packet.Welcome) extends Handshake
