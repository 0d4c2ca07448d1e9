package eddy.push

import eddy.actor.ActorSystem
import eddy.web.WebSuite

import java.net.InetSocketAddress
import java.nio.ByteBuffer
import java.nio.channels.SocketChannel
import java.nio.charset.StandardCharsets.UTF_8

/** What a client costs that is connected, subscribed, and silent. */
class IdleMemorySuite extends WebSuite:
  private given ActorSystem = ActorSystem(engine)
  private val Connections = 1000

  test("an idle client with a subscription takes at most 8 KB of heap, both ends together"):
    val channels = Channels.start(ChannelsConfig(Seq(Namespace(clientsSubscribe = true))))
    val push = Push(channels, PushConfig(anonymous = true))
    serving(push.routes): server =>
      val input = ByteBuffer.allocate(4096)
      def open() = Idle(server.port, input)
      // classes, buffers of the I/O threads, tables at their size
      val first = Vector.fill(Connections)(open())
      val before = heap()
      val more = Vector.fill(Connections)(open())
      val each = (heap() - before) / Connections
      println(s"$each bytes of heap for each idle client")
      (first ++ more).foreach(_.close())
      assert(each <= 8192, s"$each bytes for each idle client")
    push.close()

  private def heap(): Long =
    def used =
      System.gc()
      val runtime = Runtime.getRuntime.nn
      runtime.totalMemory - runtime.freeMemory
    Seq.fill(4)(used).min

  /** As small as a client can be. */
  private final class Idle(port: Int, input: ByteBuffer):
    private val channel = SocketChannel.open(InetSocketAddress("127.0.0.1", port)).nn
    send(
      ("GET /connection/websocket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n" +
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n").getBytes(UTF_8)
    )
    awaitText("\r\n\r\n")
    sendFrame("""{"id":1,"connect":{}}""")
    awaitText("\"pong\":true}}")
    sendFrame("""{"id":2,"subscribe":{"channel":"tea"}}""")
    awaitText("\"subscribe\":{}}")

    def close(): Unit = channel.close()

    private def send(bytes: Array[Byte]): Unit =
      val out = ByteBuffer.wrap(bytes).nn
      while out.hasRemaining do channel.write(out): Unit

    private def sendFrame(text: String): Unit =
      val bytes = text.getBytes(UTF_8)
      send(Array[Byte](0x81.toByte, (0x80 | bytes.length).toByte, 0, 0, 0, 0) ++ bytes)

    private def awaitText(end: String): Unit =
      var seen = ""
      while !seen.contains(end) do
        input.clear()
        if channel.read(input) < 0 then throw IllegalStateException(s"closed after $seen")
        seen += String(input.array, 0, input.position, UTF_8)
  end Idle
end IdleMemorySuite
