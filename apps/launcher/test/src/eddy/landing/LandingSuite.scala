package eddy.landing

import eddy.web.{Server, ServerConfig}

import java.net.URI
import java.net.http.HttpResponse.BodyHandlers
import java.net.http.{HttpClient, HttpRequest, HttpResponse}
import java.nio.file.{Files, Path}
import java.time.Instant

class LandingSuite extends eddy.testing.PatientSuite:
  private def served(cards: Seq[Card])(body: (String => HttpResponse[String]) => Unit): Unit =
    val server = Server(ServerConfig(port = 0, accessLog = false)).start(Landing.routes(cards))
    val http = HttpClient.newHttpClient().nn
    try body(path =>
        http.send(HttpRequest.newBuilder(URI.create(server.url + path)).nn.build(), BodyHandlers.ofString).nn
      )
    finally server.stop()

  private def textOf(url: String): String =
    HttpClient.newHttpClient().send(
      HttpRequest.newBuilder(URI.create(url)).build(),
      BodyHandlers.ofString
    ).body

  test("the start page has a card for each application, and links to health and metrics"):
    served(Landing.applications): get =>
      val page = get("/")
      assertEquals(page.statusCode, 200)
      val html = page.body.nn
      Seq("""href="/chat/"""", """href="/health"""", """href="/metrics"""").foreach(l =>
        assert(html.contains(l), l)
      )
      assert(!html.contains("<!-- cards -->"))

  test("everything that the page names is there, under a policy without exceptions"):
    served(Landing.applications): get =>
      val page = get("/")
      val own = "(?:href|src)=\"(/landing/[^\"]+)\"".r.findAllMatchIn(page.body.nn).map(_.group(1).nn).toSet
      assert(own.size >= 3, own)
      own.foreach(path => assertEquals(get(path).statusCode, 200, path))
      val policy = page.headers.nn.firstValue("Content-Security-Policy").nn.orElse("").nn
      assert(policy.contains("default-src 'none'") && !policy.contains("unsafe"), policy)

  test("the page says what runs and since when, and leads to the first application"):
    val server = Server(ServerConfig(port = 0, accessLog = false))
      .start(Landing.routes(Landing.applications, "1.2.3", hasReport = true))
    try
      val html = textOf(server.url + "/")
      for part <- Seq(
          """<a class="action" href="/chat/">Choose a name and join</a>""",
          "Eddy 1.2.3",
          """href="/handlers""""
        )
      do assert(clue(html).contains(part), part)
      val started = "datetime=\"([^\"]+)\"".r.findFirstMatchIn(html).map(m => Instant.parse(m.group(1))).get
      assert(!started.isAfter(Instant.now()), started)
      assert(!html.contains("<!-- "))
    finally server.stop()

  test("the page does not link to a report that is not served"):
    served(Landing.applications)(get => assert(!get("/").body.nn.contains("/handlers")))

  test("the program on the page is the one in docs/launcher.md, which is compiled"):
    served(Landing.applications): get =>
      val shown = "(?s)<pre tabindex=\"0\"><code>(.*?)</code></pre>".r.findFirstMatchIn(get(
        "/"
      ).body.nn).get.group(1).nn
      val page = Files.readString(Path.of(sys.env("EDDY_CHECKOUT"), "docs", "launcher.md"))
      val code = shown.replace("&gt;", ">").replace("&lt;", "<").replace("&amp;", "&")
      assert(clue(page).contains(s"```scala mdoc:compile-only\n$code```"), code)

  test("browsers find the icon beside pages that name none, such as /metrics"):
    served(Landing.applications): get =>
      val icon = get("/favicon.ico")
      assertEquals(
        (icon.statusCode, icon.headers.nn.firstValue("Location").nn.orElse("")),
        (301, "/landing/eddy.svg")
      )

  test("the texts of a card are shown as they are"):
    served(Seq(Card("<b>&\"", "<i>", "/x/", "/x.svg", "go"))): get =>
      val html = get("/").body.nn
      assert(html.contains("<strong>&lt;b&gt;&amp;&quot;</strong>"), html)
      assert(!html.contains("<i>"))

  test("a card leads to this server only"):
    val refused =
      intercept[IllegalArgumentException](Card("x", "x", "https://elsewhere.example/", "/x.svg", "go"))
    assert(refused.getMessage.nn.contains("href = https://elsewhere.example/"), refused.getMessage)
    intercept[IllegalArgumentException](Card("x", "x", "//elsewhere.example/", "/x.svg", "go")): Unit
end LandingSuite
