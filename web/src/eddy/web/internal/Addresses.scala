package eddy.web.internal

import java.net.InetSocketAddress
import java.util.concurrent.ConcurrentHashMap
import java.util.function.BiFunction

/** How many connections each address has; with IPv6 each network of 64 bits, which one customer has. Any
  * thread.
  */
private[eddy] final class Addresses:
  import Addresses.*
  private val open = ConcurrentHashMap[String, Integer]()

  /** One more; how many it has now. */
  def enter(address: InetSocketAddress): Int = open.merge(keyOf(address), 1, plus).intValue

  def leave(address: InetSocketAddress): Unit = open.computeIfPresent(keyOf(address), minus): Unit
end Addresses

private[eddy] object Addresses:
  def keyOf(address: InetSocketAddress): String = Option(address.getAddress).fold("")(IpNetwork.ofCustomer)

  private val plus: BiFunction[Integer, Integer, Integer] = (a, b) => a + b
  // null removes the entry, which the type of `computeIfPresent` here does not say
  private val minus: BiFunction[String, Integer, Integer] =
    (_, n) => (if n <= 1 then null else Integer.valueOf(n - 1)).asInstanceOf[Integer]
