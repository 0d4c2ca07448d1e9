package eddy.web

class SecurityHeadersSuite extends WebSuite:
  private def of(filter: SecurityHeaders)(callback: (Request, Response) => Unit) =
    Routes.get("/")(callback).through(filter)

  test("by default pages load from this service only and cannot be framed"):
    serving(of(SecurityHeaders())((_, res) => res.html("x"))): server =>
      val answer = ask(server, "/")
      val expected = Seq(
        "content-security-policy" -> SecurityHeaders.StrictPolicy,
        "x-frame-options" -> "DENY",
        "referrer-policy" -> "strict-origin-when-cross-origin",
        "permissions-policy" -> "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
        "cross-origin-opener-policy" -> "same-origin",
        "cross-origin-resource-policy" -> "same-origin",
        "x-content-type-options" -> "nosniff"
      )
      for (name, value) <- expected do assertEquals(answer.head(name), value)

  test("failures have them, too; a handler may set its own; an empty text leaves one out"):
    serving(of(SecurityHeaders())((_, _) => throw HttpProblem(404, "no"))): server =>
      assertEquals(ask(server, "/").head("content-security-policy"), SecurityHeaders.StrictPolicy)
    serving(of(SecurityHeaders(permissionsPolicy = ""))((_, res) =>
      res.header("X-Frame-Options", "SAMEORIGIN").text("")
    )): server =>
      val answer = ask(server, "/")
      assertEquals((answer.head("x-frame-options"), answer.head("permissions-policy")), ("SAMEORIGIN", ""))

  test("a nonce is new in each response, and the policy names it"):
    val routes =
      of(SecurityHeaders(SecurityHeaders.NoncePolicy))((req, res) => res.text(SecurityHeaders.nonce(req)))
    serving(routes): server =>
      val answers = Seq.fill(3)(ask(server, "/"))
      assertEquals(answers.map(_.body).distinct.size, 3)
      for answer <- answers do
        assert(
          clue(answer.head("content-security-policy")).contains(s"script-src 'self' 'nonce-${answer.body}'")
        )
        assert(!answer.head("content-security-policy").contains("{nonce}"))

  test("values that would break the header are refused at construction"):
    val wrong = intercept[IllegalArgumentException](SecurityHeaders("default-src 'self'\r\nX: y"))
    assert(clue(wrong.getMessage.nn).contains("Content-Security-Policy"))
end SecurityHeadersSuite
