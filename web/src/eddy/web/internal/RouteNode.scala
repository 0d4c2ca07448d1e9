package eddy.web.internal

/** One place of the [[RouteTree]]: what may follow, and the routes that end here, by method. */
private[eddy] final class RouteNode(
    literals: Map[String, RouteNode],
    val parameter: RouteNode | Null,
    ending: Map[String, Route],
    takingRest: Map[String, Route]
):
  def literal(segment: String): RouteNode | Null = literals.getOrElse(segment, null)
  def here(method: String): Route | Null = ending.getOrElse(method, null)
  def rest(method: String): Route | Null = takingRest.getOrElse(method, null)

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
