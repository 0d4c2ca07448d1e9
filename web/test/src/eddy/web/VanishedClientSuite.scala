package eddy.web

import eddy.web.http2.{Frame as Http2Frame, RawHttp2}

import java.util.concurrent.CompletableFuture
import scala.concurrent.duration.DurationInt

import io.netty.channel.epoll.{Epoll, EpollChannelOption}

/** Clients that vanish without a word are noticed within the keep-alive of events and the time for writing.
  */
class VanishedClientSuite extends WebSuite:
  private val closed = CompletableFuture[Unit]()
  private val routes = Routes.get("/events"): (_, res) =>
    val events = res.events()
    events.onClose(() => closed.complete(()): Unit)
    events.send("here"): Unit

  test("an HTTP/2 client that answers no ping is gone, and its event streams end"):
    val config = quiet.copy(eventKeepAlive = 200.millis, timeouts = Timeouts(write = 1.second))
    serving(routes, config): server =>
      val raw = RawHttp2(server.port)
      try
        raw.request("/events"): Unit
        // incoming frames are read, and no ping answered
        assert(raw.isAtEnd)
        await(closed): Unit
      finally raw.close()

  test("an HTTP/2 client that answers pings stays connected"):
    val config = quiet.copy(eventKeepAlive = 100.millis, timeouts = Timeouts(write = 500.millis))
    serving(routes, config): server =>
      val raw = RawHttp2(server.port)
      try
        raw.request("/events"): Unit
        (1 to 12).foreach: _ =>
          val ping = raw.await(_.kind == Http2Frame.Ping)
          raw.frame(Http2Frame.Ping, 1, 0, ping.payload)
      finally raw.close()

  test("over HTTP/1.1 the system knows how long sent bytes may stay unacknowledged"):
    assume(Epoll.isAvailable, "only epoll has the option")
    serving(routes, quiet.copy(timeouts = Timeouts(write = 7.seconds))): server =>
      connected(server): raw =>
        raw.get("/events")
        raw.head(): Unit
        val channel = server.core.connections.iterator.next()
        assertEquals(channel.config.getOption(EpollChannelOption.TCP_USER_TIMEOUT).intValue, 7000)
end VanishedClientSuite
