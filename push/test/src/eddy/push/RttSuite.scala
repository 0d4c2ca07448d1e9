package eddy.push

import eddy.actor.ActorSystem
import eddy.testing.Eventually.until
import eddy.web.WebSuite

import java.net.URI
import java.net.http.{HttpClient, WebSocket}

/** Where the time of a publication's way ends. */
class RttSuite extends WebSuite:
  private given ActorSystem = ActorSystem(engine)

  test(
    "the round trip ends when the operating system has all of it, not when it was handed to the connection"
  ):
    // more than the buffers of both ends hold
    val size = 40 * 1024 * 1024
    val namespace = Namespace(presence = true, clientsSubscribe = true)
    val channels = Channels.start(ChannelsConfig(Seq(namespace), maxDataBytes = size))
    val push = Push(channels, PushConfig(anonymous = true))
    serving(push.routes): server =>
      val client = HttpClient.newHttpClient()
      // reads nothing that it is not asked to read
      val listener = new WebSocket.Listener:
        override def onOpen(socket: WebSocket): Unit = ()
      val address = URI(s"${server.url.replace("http", "ws")}/socket/a")
      val socket = await(client.newWebSocketBuilder().buildAsync(address, listener))
      until("it is subscribed")(await(channels.presence("a")).size == 1)
      await(channels.publish("a", Json("\"" + "x" * (size - 2) + "\""))): Unit
      val stats = channels.core.node.stats
      until("it is handed over")(stats.deliveries.sum == 1)
      assertEquals(stats.rtt.count, 0L, "most of it waits here")
      socket.request(Long.MaxValue)
      until("it is written")(stats.rtt.count == 1)
      socket.abort()
    push.close()
    await(channels.close())
end RttSuite
