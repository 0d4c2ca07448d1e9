package eddy.remote.tcp.internal

import eddy.testing.PatientSuite

import java.net.{ConnectException, InetAddress, ServerSocket, Socket, SocketException}

import io.netty.channel.ConnectTimeoutException
import io.netty.channel.epoll.Epoll
import io.netty.channel.unix.Errors

/** Whether a failed dial says that nobody listens: then a session ends, and is not resumed. */
class TcpConnectorSuite extends PatientSuite:
  private def ofSystem(error: => Int): Throwable =
    assume(Epoll.isAvailable, "Linux only")
    intercept[Throwable](Errors.handleConnectErrno("finishConnect", error))

  private def toClosedPort(): Throwable =
    val socket = ServerSocket(0, 1, InetAddress.getLoopbackAddress)
    val port = socket.getLocalPort
    socket.close()
    intercept[Throwable](Socket(InetAddress.getLoopbackAddress, port).close())

  private val rows = Seq[(String, () => Throwable, Boolean)](
    ("a port where nobody listens", () => toClosedPort(), true),
    ("a refusal", () => ofSystem(Errors.ERROR_ECONNREFUSED_NEGATIVE), true),
    ("a listener that breaks the connection", () => ofSystem(Errors.ERRNO_ECONNRESET_NEGATIVE), false),
    ("the same, by the JDK", () => SocketException("Connection reset"), false),
    ("a network that does not answer", () => ConnectException("Connection timed out"), false),
    ("the end of the time for it", () => ConnectTimeoutException("connection timed out"), false)
  )

  for (what, failure, isFinal) <- rows do
    test(s"$what ${if isFinal then "is final" else "may pass"}"):
      val found = failure()
      assertEquals(TcpConnector.isRefused(found), isFinal, found.toString)
end TcpConnectorSuite
