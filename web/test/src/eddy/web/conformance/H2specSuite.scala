package eddy.web.conformance

import eddy.testing.{Need, NeedingSuite}
import eddy.web.{Routes, Server, ServerConfig, Tls, TlsCertificate}

/** h2spec's cases (an oracle not written here) against a server: RFC 9113 (7540) and RFC 7541. */
class H2specSuite extends NeedingSuite("h2spec's HTTP/2 cases"):
  private val go = need(Need.program("apt-get install golang-go", "go"))
  private val home = need(
    Need.that("the Go program h2spec", "mend what kept it from being built, see above"):
      if go.isMissing then None else H2spec.prepare(go.path)
  )

  // In clear the same port speaks HTTP/1, by which these bytes are answered with 400.
  private val ofBoth = Set("http2/3.5 Sends invalid connection preface")

  every("in clear", ofBoth, ServerConfig(port = 0, accessLog = false))
  every(
    "over TLS",
    Set.empty,
    ServerConfig(port = 0, accessLog = false, tls = Some(Tls(TlsCertificate.SelfSignedForDevelopment()))),
    "-t",
    "-k"
  )

  private def every(how: String, known: Set[String], config: ServerConfig, arguments: String*): Unit =
    test(s"every case but those known passes $how, the strict ones too"):
      val routes =
        Routes.get("/")((_, res) => res.text("hello")).post("/")((req, res) => res.text(req.bodyText))
      val server = Server(config).start(routes)
      val cases =
        try H2spec(home.path).run(server.port, arguments :+ "--strict"*)
        finally server.stop()
      val (excused, failed) = cases.filter(_.failure.nonEmpty).partition(c => known(c.name))
      val skipped = cases.filter(_.isSkipped)
      val line =
        s"h2spec $how: ${cases.size - failed.size - excused.size - skipped.size} of ${cases.size} cases passed"
      println(line)
      excused.foreach(c => println(s"  known to fail: ${c.name}"))
      skipped.foreach(c => println(s"  left out by h2spec: ${c.name}"))
      assert(cases.size > 140, s"only ${cases.size} cases ran")
      assert(
        failed.isEmpty,
        failed.map(c => s"${c.name}: ${c.failure.getOrElse("")}").mkString(s"$line\n", "\n", "")
      )
end H2specSuite
