package eddy.web.internal

/** What the author of the routes may not have meant: routes that no request reaches, and files that another
  * route answers for. Each is said once, at the start.
  */
private[eddy] object RouteWarnings:
  def of(tree: RouteTree): Seq[String] =
    tree.routes.filter(_.pattern.segments.lastOption.exists(isRest)).flatMap: route =>
      val place = tree.placeOf(route.pattern.segments.init)
      val method = if route.isSocket then RouteNode.Socket else route.method
      if place == null then Nil
      else if coversBelow(place, method) then
        Seq(s"$route is never reached: more specific routes answer for all that it would. Remove it, or them")
      else if route.isFiles then hidden(place, route)
      else Nil

  private def isRest(segment: Segment) = segment match
    case _: Segment.Rest => true
    case _ => false

  private def hidden(place: RouteNode, files: Route): Seq[String] =
    parametersBelow(place).map: route =>
      s"$route answers before the files of $files: those at such a path are never served. Give it a literal " +
        "segment, such as /c/:code, or serve the files below one, such as /assets"

  /** The routes of GET that parameters alone lead to: literals below the files are meant. */
  private def parametersBelow(place: RouteNode): Seq[Route] =
    val next = place.parameter
    if next == null then Nil
    else
      Seq(next.here("GET"), next.rest("GET")).collect { case route: Route => route } ++ parametersBelow(next)

  /** Whether a more specific route answers for each longer path. */
  private def coversBelow(node: RouteNode, method: String): Boolean =
    val (named, empty) = (node.parameter, node.literal(""))
    named != null && empty != null && covers(named, method) && covers(empty, method)

  private def covers(node: RouteNode, method: String): Boolean =
    node.rest(method) != null || node.here(method) != null && coversBelow(node, method)
end RouteWarnings
