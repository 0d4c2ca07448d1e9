package eddy.web

import eddy.web.internal.SecretValues

import java.util.concurrent.LinkedBlockingQueue

/** Neither log nor traces show the values of secret parameters. */
class SecretValuesSuite extends WebSuite:
  private val secrets = SecretValues(Set("ticketNumber"))

  test("the values of secret names are masked wherever they stand in an address"):
    val rows = Seq(
      "/ws?token=s3cret" -> "/ws?token=REDACTED",
      "/ws?a=1&channel_token=s3cret&b=2" -> "/ws?a=1&channel_token=REDACTED&b=2",
      "/ws?TOKEN=s3cret" -> "/ws?TOKEN=REDACTED",
      "/ws?%74oken=s3cret" -> "/ws?%74oken=REDACTED",
      "/ws?token=s3=cret%20" -> "/ws?token=REDACTED",
      "/ws?token=" -> "/ws?token=REDACTED",
      "/ws?token" -> "/ws?token",
      "/ws?token=a&token=b" -> "/ws?token=REDACTED&token=REDACTED",
      "/ws;jsessionid=s3cret?a=1" -> "/ws;jsessionid=REDACTED?a=1",
      "/ws?a=1;token=s3cret" -> "/ws?a=1;token=REDACTED",
      "/ws?user[token]=s3cret" -> "/ws?user[token]=REDACTED",
      "/ws?user%5Bpassword%5D=s3cret" -> "/ws?user%5Bpassword%5D=REDACTED",
      "/ws?token[]=s3cret&password[0]=s3cret" -> "/ws?token[]=REDACTED&password[0]=REDACTED",
      "/ws?clientSecret=s3cret&refresh-token=s3cret" -> "/ws?clientSecret=REDACTED&refresh-token=REDACTED",
      "/ws?ticketnumber=7" -> "/ws?ticketnumber=REDACTED",
      "/back?code=s3cret&state=x" -> "/back?code=REDACTED&state=x",
      "/file?X-Amz-Signature=s3cret" -> "/file?X-Amz-Signature=REDACTED",
      "https://a.example/p?api_key=s3cret#access_token=s3cret" ->
        "https://a.example/p?api_key=REDACTED#access_token=REDACTED",
      "https://ann:s3cret@a.example/" -> "https://ann:REDACTED@a.example/",
      "/login?next=%2Fws%3Ftoken%3Ds3cret" -> "/login?next=REDACTED",
      "/login?next=%252Fws%253Ftoken%253Ds3cret" -> "/login?next=REDACTED",
      "/login?next=%2Fws%3Fpage%3D2" -> "/login?next=%2Fws%3Fpage%3D2",
      "/q?tokens=3&keyboard=de&a=%zz" -> "/q?tokens=3&keyboard=de&a=%zz",
      "/q?%zz=1&token=s3cret" -> "/q?%zz=1&token=REDACTED",
      "/ws?login_token=s3cret&upload-token=s3cret&jobToken=s3cret" ->
        "/ws?login_token=REDACTED&upload-token=REDACTED&jobToken=REDACTED",
      "/a?new_password=s3cret&passwordConfirm=s3cret&apiSecret=s3cret" ->
        "/a?new_password=REDACTED&passwordConfirm=REDACTED&apiSecret=REDACTED",
      "/a?secret_key=s3cret&access_key=s3cret&authkey=s3cret&session_key=s3cret&sort_key=name" ->
        "/a?secret_key=REDACTED&access_key=REDACTED&authkey=REDACTED&session_key=REDACTED&sort_key=name",
      "/a?keyStorePwd=s3cret&userCredential=s3cret&passcode=s3cret&encryption_key=s3cret&x_sig=s3cret" ->
        "/a?keyStorePwd=REDACTED&userCredential=REDACTED&passcode=REDACTED&encryption_key=REDACTED&x_sig=REDACTED",
      "/a?otp_code=s3cret&device_code=s3cret&zipcode=1" -> "/a?otp_code=REDACTED&device_code=REDACTED&zipcode=1",
      "/login?next=%2Fws%3Ftoken%3Ds3cret%zz" -> "/login?next=REDACTED",
      "https://ann:s3:cret@a.example/?u=x://b:s3@cret@c" ->
        "https://ann:REDACTED@a.example/?u=x://b:REDACTED@c",
      "https://a.example:8080/ann@b:c" -> "https://a.example:8080/ann@b:c",
      "/plain" -> "/plain"
    )
    for (sent, shown) <- rows do assertEquals(secrets.masked(sent), shown, sent)

  test("an address that is encoded again and again costs little, and counts as secret"):
    val value = s"${"=" * 40}%${"25" * 40}41"
    assertEquals(secrets.masked(s"/?a=$value"), "/?a=REDACTED")
    assertEquals(secrets.masked(s"/?${"a=%25&" * 100_000}").length, 4096 + "...".length)

  test("a text of colons is looked at once"):
    val colons = s"://${":" * 1_000_000}"
    assertEquals(SecretValues.withoutLogin(colons), colons)

  test("the access log masks them in target and Referer, and a secret part of a path"):
    val routes =
      Routes.get("/p")((_, res) => res.text("p")).get("/reset/:token/now")((_, res) => res.text("r"))
    def next(lines: LinkedBlockingQueue[String]) =
      Iterator.continually(awaitNext(lines)).find(_.contains("GET")).get
    logged("eddy.access"): lines =>
      serving(routes, quiet.copy(accessLog = true, secretParameters = Set("pass-phrase"))): server =>
        val referer = Seq("Referer" -> "https://a.example/x?token=s3cret&page=2")
        assertEquals(ask(server, "/p?pass-phrase=s3cret&a=1", headers = referer).statusCode, 200)
        val first = next(lines)
        assert(clue(first).contains("GET /p?pass-phrase=REDACTED&a=1 HTTP/1.1"))
        assert(first.contains("\"https://a.example/x?token=REDACTED&page=2\""))
        assertEquals(ask(server, "/reset/s3cret/now?key=s3cret").statusCode, 200)
        assert(clue(next(lines)).contains("GET /reset/:token/now?key=REDACTED HTTP/1.1"))
        // also where no route matches
        for
          (method, path, shown) <- Seq(
            ("POST", "/reset/s3cret/now", "/reset/REDACTED"),
            ("GET", "/reset/s3cret", "/reset/REDACTED"),
            ("GET", "/reset/s3cret/now/?a=1", "/reset/REDACTED?a=1"),
            ("GET", "//reset//s3cret/now", "//reset/REDACTED"),
            ("GET", "/v2/RESET/s3cret", "/v2/RESET/REDACTED"),
            ("GET", "/re%73et/s3cret", "/re%73et/REDACTED"),
            ("GET", "/reset;v=1/s3cret", "/reset;v=1/REDACTED"),
            ("GET", "/other/password/s3cret", "/other/password/REDACTED"),
            ("GET", "/other/s", "/other/s"),
            ("GET", "/reset/", "/reset/")
          )
        do
          assert(clue(ask(server, path, method)).statusCode >= 300)
          val line = Iterator.continually(awaitNext(lines)).find(_.contains(method)).get
          assert(clue(line).contains(s"$method $shown HTTP/1.1"))
        // also where it is refused
        assertEquals(ask(server, "/none?token=s3cret").statusCode, 404)
        assert(clue(next(lines)).contains("GET /none?token=REDACTED HTTP/1.1"))
end SecretValuesSuite
