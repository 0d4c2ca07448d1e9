package eddy.web.internal

import eddy.web.Filter

/** One place of the [[RouteTree]]: the segments that may follow, and the routes that end here, by method. */
private[eddy] final class RouteNode(
    literals: Map[String, RouteNode],
    val parameter: RouteNode | Null,
    ending: Map[String, Route],
    takingRest: Map[String, Route]
):
  def literal(segment: String): RouteNode | Null = literals.getOrElse(segment, null)

  /** The node for a path that no route has at its end: it continues like one that has a route, but never goes
    * back.
    */
  def next(segment: String): RouteNode | Null =
    val child = literal(segment)
    if child == null && segment.nonEmpty then parameter else child

  def here(method: String): Route | Null = ending.getOrElse(method, null)
  def rest(method: String): Route | Null = takingRest.getOrElse(method, null)

  /** The filters that all routes from here on go through, if there are any such routes; the server's own
    * without filters, such as `/health`, do not count.
    */
  lazy val shared: Option[Vector[Filter]] =
    val here =
      (ending.values ++ takingRest.values).filterNot(r => r.isOwn && r.filters.isEmpty).map(_.filters)
    val below = (literals.values ++ Option(parameter)).flatMap(_.shared)
    (here ++ below).reduceOption(_.intersect(_))

  def add(route: Route, at: Int): RouteNode =
    if at == route.pattern.segments.length then copy(ending = added(ending, route))
    else
      route.pattern.segments(at) match
        case Segment.Literal(text) =>
          copy(literals =
            literals.updated(text, literals.getOrElse(text, RouteNode.empty).add(route, at + 1))
          )
        case Segment.Parameter(_) =>
          val node = parameter
          copy(parameter = (if node == null then RouteNode.empty else node).add(route, at + 1))
        case Segment.Rest(_) => copy(takingRest = added(takingRest, route))

  private def added(routes: Map[String, Route], route: Route): Map[String, Route] =
    val key = if route.isSocket then RouteNode.Socket else route.method
    routes.get(key).foreach: present =>
      throw IllegalArgumentException(
        s"route \"$route\" conflicts with \"$present\": both match the same requests; remove or rename one"
      )
    routes.updated(key, route)

  private def copy(
      literals: Map[String, RouteNode] = literals,
      parameter: RouteNode | Null = parameter,
      ending: Map[String, Route] = ending,
      takingRest: Map[String, Route] = takingRest
  ) = new RouteNode(literals, parameter, ending, takingRest)
end RouteNode

private[eddy] object RouteNode:
  val empty: RouteNode = new RouteNode(Map.empty, null, Map.empty, Map.empty)

  /** The key of WebSocket routes beside those of the methods. */
  val Socket: String = "WebSocket"
