package eddy.web.http2

import eddy.web.{Routes, WebSuite}

/** Heads that break RFC 9113, section 8: the stream is reset or refused, and the connection continues. */
class Http2HeadSuite extends WebSuite:
  private val usual =
    Seq(":method" -> "GET", ":scheme" -> "http", ":path" -> "/", ":authority" -> "localhost")
  private def without(name: String) = usual.filterNot(_._1 == name)
  private val ok = Routes.get("/")((_, res) => res.text("ok"))

  Seq(
    "no method" -> without(":method"),
    "no scheme" -> without(":scheme"),
    "no path" -> without(":path"),
    "an empty path" -> (without(":path") :+ ":path" -> ""),
    "a path that is none" -> (without(":path") :+ ":path" -> "x"),
    "an unknown pseudo-header" -> (usual :+ ":colour" -> "red"),
    "a status" -> (usual :+ ":status" -> "200"),
    "a capital in a name" -> (usual :+ "Accept" -> "x"),
    "a space in a name" -> (usual :+ "a b" -> "x"),
    "a line break in a value" -> (usual :+ "a" -> "x\r\nb: y"),
    "a space before a value" -> (usual :+ "a" -> " x"),
    "a Connection header" -> (usual :+ "connection" -> "close"),
    "a Transfer-Encoding header" -> (usual :+ "transfer-encoding" -> "chunked"),
    "a TE header other than trailers" -> (usual :+ "te" -> "gzip"),
    "a length that is no number" -> (usual :+ "content-length" -> "+1"),
    "two lengths" -> (usual ++ Seq("content-length" -> "0", "content-length" -> "1"))
  ).foreach: (what, fields) =>
    test(s"a head with $what is malformed"):
      serving(ok): server =>
        val raw = RawHttp2(server.port)
        try
          val stream = raw.nextStream()
          raw.headers(stream, fields)
          val answer = raw.await(f => f.kind == Frame.Reset && f.stream == stream || f.kind == Frame.GoAway)
          assertEquals(answer.error, 1)
        finally raw.close()
        assertEquals(ClearHttp2Wire.ask(server, "/").status, 200)

  Seq(
    "no host at all" -> (without(":authority"), 400),
    "two hosts" -> (usual :+ "host" -> "other", 400),
    "a host that is none" -> (without(":authority") :+ ":authority" -> "a b", 400),
    "an unknown method" -> (without(":method") :+ ":method" -> "BREW", 501),
    "a path out of the root" -> (without(":path") :+ ":path" -> "/../x", 400),
    "an expectation not known here" -> (usual :+ "expect" -> "tea", 417)
  ).foreach: (what, row) =>
    test(s"a head with $what is answered with ${row(1)}"):
      serving(ok): server =>
        val raw = RawHttp2(server.port)
        try
          val stream = raw.nextStream()
          raw.headers(stream, row(0))
          assertEquals(raw.answer(stream).status, row(1))
          assertEquals(raw.answer(raw.request("/")).text, "ok")
        finally raw.close()
end Http2HeadSuite
