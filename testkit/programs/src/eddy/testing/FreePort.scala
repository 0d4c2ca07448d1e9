package eddy.testing

import java.net.{BindException, InetAddress, ServerSocket}
import java.util.concurrent.ThreadLocalRandom
import scala.annotation.tailrec

/** A port of this machine that nobody listens on, for a program that must know its port before it starts. Below those that the system
  * gives to connections: one of these may take a port between the look and the start, or while the program is away for a moment.
  */
object FreePort:
  @tailrec def any(): Int =
    val port = 20_000 + ThreadLocalRandom.current.nextInt(12_000)
    if isFree(port) then port else any()

  private def isFree(port: Int): Boolean =
    try
      ServerSocket(port, 1, InetAddress.getLoopbackAddress).close()
      true
    catch case _: BindException => false
end FreePort
