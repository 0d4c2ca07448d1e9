package eddy.web.internal

import io.netty.handler.codec.http.HttpRequest

/** What a browser asks before it lets a page of another origin send a request: OPTIONS with the method that
  * is meant (Fetch, section 4.8). It goes through the filters of the route that is meant.
  */
private[eddy] object Preflight:
  val Method = "Access-Control-Request-Method"

  def find(tree: RouteTree, http: HttpRequest, target: Target): RouteMatch | Null =
    val meant = http.headers.get(Method)
    if meant == null || !RouteTree.methods.contains(meant) || !http.headers.contains("Origin") then null
    else
      tree.find(meant, target.segments) match
        case Found.Matched(found, _) =>
          if found != null && !found.lacksSlash && found.route.filters.exists(_.seesPreflights) then
            RouteMatch(found.route.preflight, found.values)
          else null
        case Found.WrongMethod(_) | Found.Nothing => null

  /** The route of the preflights of `route`. A preflight has neither cookies nor body, so only the filters
    * that are meant for it see it; when they let it pass, it is answered as any OPTIONS.
    */
  def of(route: Route): Route =
    val answer = Action.Handler(
      (_, response) => response.header("Allow", s"${route.method}, OPTIONS").empty(),
      code = null
    )
    Route("OPTIONS", route.pattern, answer, filters = route.filters.filter(_.seesPreflights))
end Preflight
