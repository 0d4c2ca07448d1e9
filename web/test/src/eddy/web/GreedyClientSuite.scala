package eddy.web

import eddy.runtime.{Engine, EngineConfig}
import eddy.testing.{Eventually, Waits}
import eddy.web.malformed.{BadRequest, RawWebSocket}

import java.io.IOException
import java.net.{InetSocketAddress, Socket}
import java.util.concurrent.CountDownLatch
import java.util.concurrent.atomic.AtomicInteger
import scala.concurrent.duration.DurationInt

/** Clients that ask for much and take nothing, or send as slowly as they can: each costs a bounded amount,
  * and is cut off.
  */
class GreedyClientSuite extends eddy.testing.WaitingTests:
  private val engine = Engine.start(EngineConfig(name = "greedy"))
  private val answered = AtomicInteger()
  private val socketClosed = CountDownLatch(1)
  private val megabyte = new Array[Byte](1024 * 1024)

  private val config = ServerConfig(
    port = 0,
    timeouts = Timeouts(header = 3.seconds, body = 3.seconds, write = 500.millis),
    accessLog = false,
    hosts = HostNames.Any,
    compression = false
  )

  private lazy val server: RunningServer =
    given Engine = engine
    Server(config).start(
      Routes
        .get("/big"): (_, response) =>
          answered.incrementAndGet(): Unit
          response.bytes("application/octet-stream", megabyte)
        .post("/body")((request, response) => response.text(s"${request.bodyBytes.length}"))
        .webSocket("/socket"): socket =>
          socket.onClose((_, _) => socketClosed.countDown())
    )

  override def afterAll(): Unit =
    server.stop(1.second)
    await(engine.shutdown(5.seconds)): Unit

  test("a client that asks again and again without reading gets a few answers, and is cut off"):
    val requests = "GET /big HTTP/1.1\r\nHost: localhost\r\n\r\n" * 5000
    val socket = connect()
    try
      val isCut =
        try
          socket.getOutputStream.write(BadRequest.latin1(requests))
          untilCutOff(socket)
        catch case _: IOException => true // before it had all
      assert(isCut, "was not cut off")
      // What lies in the two socket buffers, and the pipeline's bound.
      assert(clue(answered.get) < 64)
    finally socket.close()

  /** Bytes that wait for all clients. */
  private def unsent: Double =
    server.metrics.scrape().linesIterator.collectFirst {
      case s"eddy_http_unsent_bytes $bytes" => bytes.toDouble
    }.get

  test("pongs that a client never reads do not add up, and it is cut off"):
    val socket = RawWebSocket(server.port, BadRequest.latin1(RawWebSocket.handshake("/socket")))
    try
      val pings = BadRequest.join(Seq.fill(1000)(RawWebSocket.frame(0x89, "x" * 125))*)
      // only the latest ping is answered once the client takes nothing, until its time is over
      try
        while true do
          socket.send(pings)
          assert(clue(unsent) < 1_000_000)
      catch case _: IOException => ()
      await(socketClosed, "onClose was not called")
    finally socket.close()

  test("a head that comes byte by byte is cut off at its deadline".tag(WaitingTest)):
    assertEquals(statusOfTrickle("GET /big HTTP/1.1\r\nHost: localhost\r\nX: ", "y"), 408)

  test("a body that comes byte by byte is cut off at its deadline".tag(WaitingTest)):
    assertEquals(
      statusOfTrickle("POST /body HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n", "y"),
      408
    )

  private def connect(): Socket =
    val socket = Socket()
    socket.setReceiveBufferSize(64 * 1024)
    socket.connect(InetSocketAddress("127.0.0.1", server.port), Waits.limit.toMillis.toInt)
    socket.setSoTimeout(Waits.limit.toMillis.toInt)
    socket

  /** Sends, and never reads, until the server resets the connection. */
  private def untilCutOff(socket: Socket): Boolean =
    Eventually.until("the server resets the connection"):
      try
        socket.getOutputStream.write('\r')
        false
      catch case _: IOException => true
    true

  /** Sends `start`, then `more` every 20 ms until an answer arrives. */
  private def statusOfTrickle(start: String, more: String): Int =
    val socket = connect()
    try
      socket.getOutputStream.write(BadRequest.latin1(start))
      val trickle = engine.every(20.millis): () =>
        try socket.getOutputStream.write(BadRequest.latin1(more))
        catch case _: IOException => () // the answer is on its way, or the test is over
      try String(socket.getInputStream.readNBytes(12)).drop(9).toInt
      finally trickle.cancel(): Unit
    finally socket.close()
end GreedyClientSuite
