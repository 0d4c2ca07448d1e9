package eddy.push.jgroups.internal

import eddy.testing.Waits

import java.net.{
  InetAddress,
  InetSocketAddress,
  ServerSocket,
  Socket,
  SocketException,
  SocketTimeoutException
}
import scala.util.Using

class GreetedSocketsSuite extends eddy.testing.PatientSuite:
  private def listening[A](body: ServerSocket => A): A =
    Using.resource(GreetedSockets(null).createServerSocket("test")): server =>
      server.bind(InetSocketAddress(InetAddress.getLoopbackAddress, 0))
      body(server)

  /** A connection that says which node it is from. */
  private def greeting(server: ServerSocket): Socket =
    val socket = Socket(InetAddress.getLoopbackAddress, server.getLocalPort)
    socket.setSoTimeout(Waits.limit.toMillis.toInt)
    socket.getOutputStream.nn.write(Array[Byte](1, 2, 3, 4, 0, 1, 0, 2, 7, 7))
    socket

  private def isEnded(socket: Socket): Boolean =
    try socket.getInputStream.nn.read() < 0
    catch case _: SocketException => true

  test("accept throws what taking a connection throws, and takes the next one"):
    listening: server =>
      server.setSoTimeout(1)
      intercept[SocketTimeoutException](server.accept()): Unit
      server.setSoTimeout(0)
      Using.resource(greeting(server)): client =>
        Using.resource(server.accept()): taken =>
          assertEquals(taken.getPort, client.getLocalPort)
          assertEquals(taken.getInputStream.nn.readNBytes(10).nn.toSeq.last, 7.toByte)

  test("close ends connections that were greeted and are not accepted"):
    listening: server =>
      val clients = Vector.fill(20)(greeting(server))
      try
        val taken = server.accept()
        server.close()
        clients.filter(_.getLocalPort != taken.getPort).foreach(client => assert(isEnded(client)))
        taken.close()
      finally clients.foreach(_.close())
end GreetedSocketsSuite
