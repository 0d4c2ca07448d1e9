package eddy.web

import eddy.runtime.{Engine, EngineConfig}
import eddy.testing.Waits
import eddy.web.malformed.BadRequest

import java.net.{InetSocketAddress, Socket}
import java.util.concurrent.TimeUnit
import scala.concurrent.duration.DurationInt

/** Clients on slow networks: as long as they take some bytes now and then, they get all of them. */
class SlowReaderSuite extends eddy.testing.WaitingTests:
  private val engine = Engine.start(EngineConfig(name = "slow-reader"))
  private val large = new Array[Byte](24 * 1024 * 1024)

  // All shorter than the download takes, and the answer begins at once.
  private val config = ServerConfig(
    port = 0,
    timeouts =
      Timeouts(keepAlive = 200.millis, response = 3.seconds, linger = 200.millis),
    accessLog = false,
    hosts = HostNames.Any,
    analysisWithin = 5.minutes
  )

  private lazy val server: RunningServer =
    given Engine = engine
    Server(config).start(Routes.get("/large")((_, response) =>
      response.bytes("application/octet-stream", large)
    ))

  override def afterAll(): Unit =
    server.stop(1.second)
    await(engine.shutdown(5.seconds)): Unit

  test("a large answer arrives whole on a connection that is kept".tag(WaitingTest)):
    assertEquals(bodyLength(""), large.length)

  test("a large answer arrives whole on a connection that ends with it".tag(WaitingTest)):
    assertEquals(bodyLength("Connection: close\r\n"), large.length)

  /** Asks, and reads for about four seconds. */
  private def bodyLength(header: String): Int =
    val socket = Socket()
    try
      socket.setReceiveBufferSize(64 * 1024)
      socket.connect(InetSocketAddress("127.0.0.1", server.port), Waits.limit.toMillis.toInt)
      socket.setSoTimeout(Waits.limit.toMillis.toInt)
      socket.getOutputStream.write(
        BadRequest.latin1(s"GET /large HTTP/1.1\r\nHost: localhost\r\n$header\r\n")
      )
      val in = socket.getInputStream
      var head = ""
      while !head.endsWith("\r\n\r\n") do head += in.read().toChar
      var length = 0
      var n = 0
      while length < large.length && n >= 0 do
        n = in.readNBytes(512 * 1024).length
        length += n
        if n == 0 then n = -1
        TimeUnit.MILLISECONDS.sleep(80) // the slowness that is tested
      length
    finally socket.close()
  end bodyLength
end SlowReaderSuite
