package eddy.web

import eddy.testing.Eventually
import eddy.web.http2.{RawHttp2, Trusting}
import eddy.web.internal.Addresses
import eddy.web.tls.Pem

import java.net.{InetAddress, InetSocketAddress, Socket}

/** One address has a share of the connections, and the idle ones of it go first. */
class ConnectionsPerAddressSuite extends WebSuite:
  private val routes = Routes
    .get("/")((_, res) => res.text("ok"))
    .get("/events")((_, res) => res.events().send("here"): Unit)
    .webSocket("/socket")(socket => socket.onText(text => socket.send(text): Unit))

  private def config(perAddress: Int, all: Int = 1000, tls: Option[Tls] = None) =
    quiet.copy(limits = Limits(maxConnections = all, maxConnectionsPerAddress = perAddress), tls = tls)

  /** Asks from an address of the loopback network. */
  private def askFrom(from: String, port: Int): String =
    val socket = Socket()
    try
      socket.bind(InetSocketAddress(InetAddress.getByName(from), 0))
      socket.connect(InetSocketAddress("127.0.0.1", port))
      socket.setSoTimeout(eddy.testing.Waits.limit.toMillis.toInt)
      socket.getOutputStream.write("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".getBytes)
      String(socket.getInputStream.readAllBytes()).linesIterator.nextOption().getOrElse("nothing")
    finally socket.close()

  private val ok = "HTTP/1.1 200 OK"

  /** A busy connection, so that it is not closed for another. */
  private final case class Busy(name: String)(val open: RunningServer => AutoCloseable)
  private val busy = Seq(
    Busy("event streams"): server =>
      val raw = RawClient(server.port)
      raw.get("/events")
      raw.head(): Unit
      () => raw.close()
    ,
    Busy("WebSockets"): server =>
      val raw = RawClient(server.port)
      WebSocketClient(raw, "/socket"): Unit
      () => raw.close()
    ,
    Busy("event streams over HTTP/2"): server =>
      val raw = RawHttp2(server.port)
      val stream = raw.request("/events")
      raw.await(_.stream == stream): Unit
      () => raw.close()
  )

  for row <- busy do
    test(s"an address with all its connections busy gets 503, others are served: ${row.name}"):
      serving(routes, config(perAddress = 5)): server =>
        val open = Seq.fill(5)(row.open(server))
        try
          connected(server): late =>
            late.get("/")
            val refused = late.head()
            assertEquals((refused.status, refused.header("Retry-After")), (503, Some("1")))
          assertEquals(askFrom("127.0.0.2", server.port), ok)
          open.head.close()
          Eventually.until("there is room again")(askFrom("127.0.0.1", server.port) == ok)
        finally open.foreach(_.close())

  test("the connection that has been idle for longest is closed for a new one of its address"):
    serving(routes, config(perAddress = 3)): server =>
      def used() =
        val raw = RawClient(server.port)
        raw.get("/")
        raw.answer(): Unit
        raw
      val first = used()
      val second = used()
      val third = RawClient(server.port)
      try
        third.get("/events")
        third.head(): Unit
        assertEquals(askFrom("127.0.0.1", server.port), ok)
        assert(first.isAtEnd, "the longest idle one is open")
        second.get("/")
        assertEquals(second.answer().status, 200)
      finally Seq(first, second, third).foreach(_.close())

  test("room is made among the connections of other I/O threads, too"):
    for (all, perAddress) <- Seq((1000, 3), (3, 1000)) do
      val two = config(perAddress, all).copy(ioThreads = 2)
      serving(routes, two): server =>
        // they take the threads in turn
        val idle = RawClient(server.port)
        val atWork = RawClient(server.port)
        val other = RawClient(server.port)
        try
          for raw <- Seq(idle, other) do
            raw.get("/")
            raw.answer(): Unit
          atWork.get("/events")
          atWork.head(): Unit
          val loops = server.core.connections.iterator
          assertEquals(Iterator.continually(loops).takeWhile(_.hasNext).map(_.next().eventLoop).toSet.size, 2)
          assertEquals(askFrom("127.0.0.1", server.port), ok, (all, perAddress))
          assert(idle.isAtEnd, "the longest idle one is open")
        finally Seq(idle, atWork, other).foreach(_.close())

  private def behindProxy(client: String): Seq[Busy] =
    val forwarded = s"X-Forwarded-For: $client\r\n"
    Seq(
      Busy("event stream"): server =>
        val raw = RawClient(server.port)
        raw.get("/events", forwarded)
        assertEquals(raw.head().status, 200)
        () => raw.close()
      ,
      Busy("WebSocket"): server =>
        val raw = RawClient(server.port)
        assertEquals(WebSocketClient(raw, "/socket", forwarded).handshake.status, 101)
        () => raw.close()
      ,
      Busy("event stream over HTTP/2"): server =>
        val raw = RawHttp2(server.port)
        val stream = raw.request("/events", more = Seq("x-forwarded-for" -> client))
        assert(raw.await(_.stream == stream).fields.contains(":status" -> "200"))
        () => raw.close()
    )
  end behindProxy

  test("behind a trusted proxy what stays open counts for the client's address from the handshake on"):
    val trusting = config(perAddress = 3).copy(trustedProxies = Some(TrustedNetworks(Seq("127.0.0.1"))))
    serving(routes, trusting): server =>
      val open = behindProxy("192.0.2.1").map(_.open(server))
      val forwarded = "X-Forwarded-For: 192.0.2.1\r\n"
      def statuses = Seq(
        connected(server): raw =>
          raw.get("/events", forwarded)
          raw.head().status
        ,
        connected(server)(raw => WebSocketClient(raw, "/socket", forwarded).handshake.status)
      )
      try
        assertEquals(statuses, Seq(503, 503))
        // other requests are served, and other clients
        assertEquals(ask(server, "/", headers = Seq("X-Forwarded-For" -> "192.0.2.1")).statusCode, 200)
        behindProxy("192.0.2.2").map(_.open(server)).foreach(_.close())
        for one <- open do
          one.close()
          Eventually.until("there is room again")(statuses == Seq(200, 101))
      finally open.foreach(_.close())

  test("sockets without a request keep no client out"):
    serving(routes, config(perAddress = 1000, all = 20)): server =>
      val silent = Seq.fill(60)(RawClient(server.port))
      try
        assertEquals(askFrom("127.0.0.2", server.port), ok)
        assertEquals(askFrom("127.0.0.1", server.port), ok)
      finally silent.foreach(_.close())

  test("over TLS too, where a connection counts before its handshake"):
    serving(routes, config(perAddress = 4, tls = Some(Tls(Pem.shared)))): server =>
      val silent = Seq.fill(300)(RawClient(server.port))
      try
        // beyond the share and a few
        assert(silent.last.isAtEnd)
        val socket = Trusting.context.getSocketFactory.createSocket()
        try
          socket.bind(InetSocketAddress(InetAddress.getByName("127.0.0.2"), 0))
          socket.connect(InetSocketAddress("127.0.0.1", server.port))
          socket.getOutputStream.write("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".getBytes)
          assert(String(socket.getInputStream.readAllBytes()).startsWith(ok))
        finally socket.close()
      finally silent.foreach(_.close())

  test("with IPv6 a network of 64 bits counts as one address"):
    def key(address: String) = Addresses.keyOf(InetSocketAddress(InetAddress.getByName(address), 1))
    assertEquals(key("2001:db8::1"), key("2001:db8::ffff:2"))
    assertNotEquals(key("2001:db8::1"), key("2001:db8:0:1::1"))
    assertNotEquals(key("10.0.0.1"), key("10.0.0.2"))
end ConnectionsPerAddressSuite
