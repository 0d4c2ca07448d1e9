package eddy.web

import eddy.web.internal.IpNetwork

import java.net.InetAddress

class TrustedProxiesSuite extends WebSuite:
  private def shown(filters: Filter*) = Routes
    .get("/")((req, res) => res.text(s"${Peer.of(req).address.getHostAddress} ${Peer.of(req).isSecure}"))
    .through(filters*)

  test("without the filter nothing that a client sends changes who it is"):
    serving(shown()): server =>
      val headers =
        Seq("X-Forwarded-For" -> "9.9.9.9", "X-Forwarded-Proto" -> "https", "Forwarded" -> "for=9.9.9.9")
      assertEquals(ask(server, "/", headers = headers).body, "127.0.0.1 false")

  test("a connection that is not from a trusted network is not believed"):
    serving(shown(TrustedProxies(Seq("10.0.0.0/8")))): server =>
      assertEquals(ask(server, "/", headers = Seq("X-Forwarded-For" -> "9.9.9.9")).body, "127.0.0.1 false")

  test("X-Forwarded-For is followed backwards to the first address that is not trusted"):
    val rows = Seq(
      ("9.9.9.9", "https", "9.9.9.9 true"),
      ("9.9.9.9", "http", "9.9.9.9 false"),
      ("9.9.9.9:4711", "", "9.9.9.9 false"),
      ("[2001:db8::1]:4711", "", "2001:db8:0:0:0:0:0:1 false"),
      ("2001:db8::1", "", "2001:db8:0:0:0:0:0:1 false"),
      ("6.6.6.6, 9.9.9.9", "https", "9.9.9.9 true"), // the first was sent by the client itself
      ("6.6.6.6, 9.9.9.9, 10.1.2.3", "https", "9.9.9.9 true"),
      ("9.9.9.9, 10.1.2.3", "https, http", "9.9.9.9 true"),
      ("10.9.9.9, 10.1.2.3", "", "10.9.9.9 false"),
      ("unknown", "", "127.0.0.1 false"),
      ("6.6.6.6, unknown, 10.1.2.3", "", "10.1.2.3 false"),
      ("", "", "127.0.0.1 false"),
      ("localhost", "", "127.0.0.1 false"),
      ("9.9.9", "", "127.0.0.1 false")
    )
    serving(shown(TrustedProxies(Seq("127.0.0.1", "10.0.0.0/8")))): server =>
      for (addresses, scheme, expected) <- rows do
        val headers = Seq("X-Forwarded-For" -> addresses, "Forwarded" -> "for=6.6.6.6") ++
          Option.when(scheme.nonEmpty)("X-Forwarded-Proto" -> scheme)
        assertEquals(ask(server, "/", headers = headers).body, expected, addresses)

  test("Forwarded (RFC 7239) is read with its quotes and ports"):
    val rows = Seq(
      ("for=9.9.9.9;proto=https;by=10.0.0.1", "9.9.9.9 true"),
      ("For=\"[2001:db8:cafe::17]:4711\"", "2001:db8:cafe:0:0:0:0:17 false"),
      ("for=\"9.9.9.9:80\"; proto=http", "9.9.9.9 false"),
      ("for=6.6.6.6, for=9.9.9.9", "9.9.9.9 false"),
      ("for=\"6.6.6.6, for=7.7.7.7\", for=9.9.9.9", "9.9.9.9 false"),
      // a client left a quote open before the part that its proxy appended
      ("for=\"6.6.6.6, for=9.9.9.9;proto=https", "9.9.9.9 true"),
      ("for=_hidden", "127.0.0.1 false"),
      ("for=unknown;proto=https", "127.0.0.1 true"),
      ("proto=https", "127.0.0.1 true"),
      ("=;for;;", "127.0.0.1 false")
    )
    serving(shown(TrustedProxies(Seq("127.0.0.1"), ForwardedHeader.Forwarded))): server =>
      for (value, expected) <- rows do
        val headers = Seq("Forwarded" -> value, "X-Forwarded-For" -> "6.6.6.6")
        assertEquals(ask(server, "/", headers = headers).body, expected, value)

  test("networks contain what they should, and wrong ones are refused with the remedy"):
    val rows = Seq(
      ("10.0.0.0/8", "10.255.0.1", true),
      ("10.0.0.0/8", "11.0.0.0", false),
      ("192.168.1.128/25", "192.168.1.127", false),
      ("192.168.1.128/25", "192.168.1.200", true),
      ("0.0.0.0/0", "1.2.3.4", true),
      ("0.0.0.0/0", "::1", false),
      ("2001:db8::/33", "2001:db8:7fff::1", true),
      ("2001:db8::/33", "2001:db8:8000::1", false),
      ("127.0.0.1", "127.0.0.2", false)
    )
    for (network, address, inside) <- rows do
      assertEquals(
        IpNetwork.parse(network).contains(InetAddress.ofLiteral(address)),
        inside,
        (network, address)
      )
    for bad <- Seq(
        "10.0.0.0/33",
        "10.0.0.0/-1",
        "10.0.0.1/8",
        "proxy.example.org",
        "",
        "10.0.0.0/",
        "10.0.0.0/x",
        "10",
        "fe80::1%lo"
      )
    do
      assert(clue(
        intercept[IllegalArgumentException](IpNetwork.parse(bad)).getMessage.nn
      ).contains(s"network \"$bad\""))
    intercept[IllegalArgumentException](TrustedProxies(Nil)): Unit
end TrustedProxiesSuite
