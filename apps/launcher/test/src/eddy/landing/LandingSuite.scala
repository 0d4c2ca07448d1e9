package eddy.landing

import eddy.web.{Server, ServerConfig}

import java.net.URI
import java.net.http.HttpResponse.BodyHandlers
import java.net.http.{HttpClient, HttpRequest, HttpResponse}

class LandingSuite extends eddy.testing.PatientSuite:
  private def served(cards: Seq[Card])(body: (String => HttpResponse[String]) => Unit): Unit =
    val server = Server(ServerConfig(port = 0, accessLog = false)).start(Landing.routes(cards))
    val http = HttpClient.newHttpClient().nn
    try body(path =>
        http.send(HttpRequest.newBuilder(URI.create(server.url + path)).nn.build(), BodyHandlers.ofString).nn
      )
    finally server.stop()

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
