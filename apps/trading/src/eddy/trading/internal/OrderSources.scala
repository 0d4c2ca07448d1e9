package eddy.trading.internal

import java.net.{Inet4Address, InetAddress}
import java.nio.ByteBuffer
import java.util.concurrent.ConcurrentHashMap

/** The addresses that have open orders. An IPv6 client has a /64 network to itself, so that counts as one
  * address. A start forgets them: orders from before are nobody's.
  *
  * @param most open orders of one
  */
private[trading] final class OrderSources(most: Int):
  private val known = new ConcurrentHashMap[ByteBuffer, OrderSource]

  def of(client: InetAddress): OrderSource =
    // as many as have open orders stay, and those are bounded
    if known.size > OrderSources.Many then known.values.nn.removeIf(_.nn.open == 0): Unit
    known.computeIfAbsent(OrderSources.network(client), _ => new OrderSource(most)).nn

private object OrderSources:
  private val Many = 4096

  private def network(address: InetAddress): ByteBuffer = address match
    case v4: Inet4Address => ByteBuffer.wrap(v4.getAddress).nn
    case v6 => ByteBuffer.wrap(v6.getAddress, 0, 8).nn.slice.nn
