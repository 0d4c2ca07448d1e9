package eddy.launcher.nodes

import java.net.{InetAddress, ServerSocket}
import scala.util.{Random, Try, Using}

/** Ports for two nodes, one after the other, which nobody listens on; below those that the system gives away. */
object TwoPorts:
  def free(): (Int, Int) =
    val first = 10_000 + 2 * Random.nextInt(10_000)
    if isFree(first) && isFree(first + 1) then (first, first + 1) else free()

  private def isFree(port: Int): Boolean =
    Try(Using.resource(ServerSocket(port, 1, InetAddress.getLoopbackAddress))(_ => ())).isSuccess
