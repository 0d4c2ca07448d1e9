package eddy.web

import eddy.web.internal.RouteWarnings

class RouteWarningsSuite extends WebSuite:
  private def handled(pattern: String)(routes: Routes): Routes =
    routes.get(pattern)((_, res) => res.text("x"))
  private def built(patterns: String*): Routes =
    patterns.foldLeft(Routes: Routes)((routes, pattern) => handled(pattern)(routes))
  private def warnings(routes: Routes): Seq[String] = RouteWarnings.of(routes.tree)

  test("a route whose parameters stand where files are hides them, and is named"):
    val rows = Seq(
      built("/:code").files("/", "malformed") -> Seq("GET /:code"),
      built("/a/:code").files("/a", "malformed") -> Seq("GET /a/:code"),
      built("/:user/:repository").files("/", "malformed") -> Seq("GET /:user/:repository"),
      built("/:code", "/:code/:more").files("/", "malformed") -> Seq("GET /:code", "GET /:code/:more"),
      built("/:code/*rest").files("/", "malformed") -> Seq("GET /:code/*rest"),
      built("/:code").filesOnDisk("/", java.nio.file.Path.of("").toAbsolutePath) -> Seq("GET /:code"),
      built("/:code").files("/", "malformed").under("/:tenant") -> Seq("GET /:tenant/:code")
    )
    for (routes, hiding) <- rows do
      val all = warnings(routes)
      assertEquals(all.size, hiding.size, all)
      for (text, route) <- all.zip(hiding) do
        assert(clue(text).startsWith(s"$route answers before the files of GET "))

  test("a route that more specific ones leave no path to is never reached"):
    val covered = built("/a/*all", "/a/:one/*more", "/a//*more")
    val all = warnings(covered)
    assertEquals(all.size, 1, all)
    assert(clue(all.head).startsWith("GET /a/*all is never reached"))

  test("usual routes are not warned of"):
    val rows = Seq(
      built("/", "/:code", "/c/:code", "/*page"),
      built("/api/users/:id", "/c/:code").files("/", "malformed"),
      built("/:code").files("/assets", "malformed"),
      Routes.post("/:code")((_, res) => res.text("x")).files("/", "malformed"),
      Routes.webSocket("/:room")(_ => ()).files("/", "malformed"),
      built("/a/*all", "/a/:one/*more"),
      Routes.files("/", "malformed")
    )
    for routes <- rows do assertEquals(warnings(routes), Nil, routes)

  test("the start says so in the log"):
    logged("eddy.web"): lines =>
      serving(built("/:code").files("/", "malformed")): server =>
        val line = awaitNext(lines)
        assert(clue(line).startsWith("GET /:code answers before the files of GET /"))
        assertEquals(ask(server, "/page.txt").body, "x")
end RouteWarningsSuite
