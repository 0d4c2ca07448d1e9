package eddy.examples

import eddy.web.*

import java.net.http.{HttpClient, HttpRequest, HttpResponse}
import java.net.{CookieManager, URI, URLEncoder}
import java.nio.charset.StandardCharsets.UTF_8
import scala.concurrent.duration.*

class LoginSuite extends eddy.testing.PatientSuite:

  /** A browser: keeps cookies, follows redirections. */
  private final class Browser(server: RunningServer):
    private val client =
      HttpClient.newBuilder.cookieHandler(CookieManager()).followRedirects(HttpClient.Redirect.NORMAL).build
    def get(path: String): HttpResponse[String] = send(HttpRequest.newBuilder(URI(server.url + path)).build)
    def token: String = get("/").body.split("name=\"csrf\" value=\"")(1).takeWhile(_ != '"')
    def post(path: String, fields: (String, String)*): HttpResponse[String] =
      val body = fields.map((name, value) => s"$name=${URLEncoder.encode(value, UTF_8)}").mkString("&")
      send(
        HttpRequest.newBuilder(URI(server.url + path)).header(
          "Content-Type",
          "application/x-www-form-urlencoded"
        )
          .POST(HttpRequest.BodyPublishers.ofString(body)).build
      )
    def login(password: String, token: String = token): HttpResponse[String] =
      post("/login", "csrf" -> token, "name" -> "ann", "password" -> password)
    private def send(request: HttpRequest) = client.send(request, HttpResponse.BodyHandlers.ofString)

  private def serving(body: RunningServer => Unit): Unit =
    val config = ServerConfig(port = 0, accessLog = false, analysisWithin = 5.minutes)
    // by the hour: however slow the machine, no try is given back during a test
    val server = Server(config).start(Login.routes(Secret.random(), RateLimit(5, 1.hour, name = "login")))
    try body(server)
    finally server.stop(1.second)

  test("who knows the password is greeted by name until she leaves, others are not"):
    serving: server =>
      val ann = Browser(server)
      assertEquals(ann.login("correct hoarse").statusCode, 403)
      val page = ann.login("correct horse")
      assert(clue(page.body).contains("Hello, ann!"))
      assert(page.headers.firstValue("Content-Security-Policy").isPresent)
      assert(!clue(Browser(server).get("/").body).contains("ann!"))
      assert(!clue(ann.post("/logout", "csrf" -> ann.token).body).contains("ann!"))

  test("a form without the token of its session is refused"):
    serving: server =>
      val ann = Browser(server)
      assertEquals(ann.login("correct horse", token = "").statusCode, 403)
      assertEquals(ann.login("correct horse", token = Browser(server).token).statusCode, 403)

  test("a sixth try in the time of five is answered 429"):
    serving: server =>
      val ann = Browser(server)
      val token = ann.token
      // a form without a password costs a try, too
      val tries = Seq.fill(6)(ann.post("/login", "csrf" -> token, "name" -> "ann"))
      assertEquals(tries.map(_.statusCode), Seq(400, 400, 400, 400, 400, 429))
      assert(tries.last.headers.firstValue("Retry-After").isPresent)
end LoginSuite
