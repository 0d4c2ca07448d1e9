package eddy.web.internal

import eddy.web.{Body, Filter, Request, Response, Standing, WebSocket, WebSocketOptions}

private[eddy] enum Action:
  /** @param code the application's function that `run` calls; null for a handler of the server itself */
  case Handler(run: (Request, Response) => Unit, code: AnyRef | Null)

  /** @param code the application's function that `open` calls, or what is read in its place */
  case Socket(options: WebSocketOptions, open: WebSocket => Unit, code: AnyRef)

/** @param apart functions of the application, with names, that its handler has run as events of their own
  * @param isFiles it answers where there is a file, and leaves other paths to other routes
  */
private[eddy] final case class Route(
    method: String,
    pattern: RoutePattern,
    action: Action,
    body: Body = Body.Whole(),
    filters: Vector[Filter] = Vector.empty,
    apart: Seq[(String, AnyRef)] = Nil,
    standing: Standing = Standing.Application,
    beginNanos: Long = Long.MaxValue,
    isFiles: Boolean = false
):
  val isSocket: Boolean = action match
    case _: Action.Socket => true
    case _: Action.Handler => false

  /** The server's own, such as `/health` and files. */
  val isOwn: Boolean = action match
    case Action.Handler(_, code) => code == null
    case _: Action.Socket => false

  /** How long its handlers run; of all servers that it belongs to. */
  val profile: RouteProfile = RouteProfile()

  /** How the route appears in metrics: bounded, unlike paths. */
  val label: String = pattern.toString

  /** Filters that run as an event of their own, before the others: they use nothing shared, and one of them
    * may wait.
    */
  val ahead: Vector[Filter] =
    val own = filters.takeWhile(_.code.isEmpty)
    own.take(own.lastIndexWhere(_.mayWait) + 1)

  /** Filters that may run before a buffered body has come. */
  val ofHead: Vector[Filter] = filters.takeWhile(_.isOfHead)

  /** The application's functions that its event calls: those of its filters, and its handler unless it is a
    * WebSocket's.
    */
  val code: Seq[AnyRef] = filters.flatMap(_.code) ++ (action match
    case Action.Handler(_, code) => Option(code)
    case _: Action.Socket => None)

  lazy val preflight: Route = Preflight.of(this)

  override def toString: String = s"${if isSocket then "WS" else method} $pattern"
end Route

/** A route and the values its pattern captured, in the order of `pattern.names`.
  *
  * @param lacksSlash the path is a route's `*rest` without the slash before the rest: it is redirected there
  */
private[eddy] final class RouteMatch(
    val route: Route,
    val values: Array[String],
    val lacksSlash: Boolean = false
)

/** What a path was found to be. */
private[eddy] enum Found:
  case Matched(route: RouteMatch | Null, socket: RouteMatch | Null)
  case WrongMethod(allowed: Seq[String])
  case Nothing

/** All routes as an immutable tree of path segments: a look-up visits as many nodes as the path has segments,
  * and comes back to a parameter only where a literal led nowhere.
  */
private[eddy] final class RouteTree private (root: RouteNode, val routes: Vector[Route]):

  /** @throws IllegalArgumentException when a route with the same method and shape exists */
  def add(route: Route): RouteTree = new RouteTree(root.add(route, 0), routes :+ route)

  /** The routes that answer for a path which is no file. */
  lazy val withoutFiles: RouteTree = routes.filterNot(_.isFiles).foldLeft(RouteTree.empty)(_.add(_))

  /** What a path without a route has in common with its neighbours: the filters of all routes in the
    * innermost place that it leads to. Below `/api` those of all routes below `/api`; where nothing begins
    * so, those of all routes.
    *
    * @param segments the path's segments, decoded
    */
  def filtersAround(segments: Array[String]): Vector[Filter] =
    var node: RouteNode | Null = root
    var found = Vector.empty[Filter]
    var at = 0
    while node != null do
      node.shared.foreach(filters => found = filters)
      val next = if at < segments.length then node.next(segments(at)) else null
      node = next
      at += 1
    found

  /** Where a pattern leads; null when nothing begins so. */
  private[internal] def placeOf(segments: Seq[Segment]): RouteNode | Null =
    var node: RouteNode | Null = root
    val each = segments.iterator
    while node != null && each.hasNext do
      node = each.next() match
        case Segment.Literal(text) => node.literal(text)
        case _ => node.parameter
    node

  /** @param segments the path's segments, decoded */
  def find(method: String, segments: Array[String]): Found =
    val route = search(root, method, segments)
    val socket = if method == "GET" then search(root, RouteNode.Socket, segments) else null
    if route != null || socket != null then Found.Matched(route, socket)
    else
      val allowed = RouteTree.methods.filter(m => search(root, m, segments) != null)
      if allowed.nonEmpty then Found.WrongMethod(allowed.appended("OPTIONS").distinct)
      else if search(root, RouteNode.Socket, segments) != null then Found.WrongMethod(Seq("GET", "OPTIONS"))
      else Found.Nothing

  private def search(node: RouteNode, method: String, segments: Array[String]): RouteMatch | Null =
    val found = descend(node, method, segments, 0, 0)
    if found == null && method == "HEAD" then descend(node, "GET", segments, 0, 0) else found

  private def descend(
      node: RouteNode,
      method: String,
      segments: Array[String],
      at: Int,
      captured: Int
  ): RouteMatch | Null =
    if at == segments.length then
      val route = node.here(method)
      if route != null then new RouteMatch(route, new Array[String](captured))
      else
        val rest = node.rest(method)
        if rest == null then null else new RouteMatch(rest, new Array[String](captured), lacksSlash = true)
    else
      val segment = segments(at)
      val literal = node.literal(segment)
      var found = if literal == null then null else descend(literal, method, segments, at + 1, captured)
      val parameter = node.parameter
      if found == null && parameter != null && segment.nonEmpty then
        found = descend(parameter, method, segments, at + 1, captured + 1)
        if found != null then found.values(captured) = segment
      if found == null then
        val rest = node.rest(method)
        if rest != null then
          val values = new Array[String](captured + 1)
          values(captured) = segments.iterator.drop(at).mkString("/")
          found = new RouteMatch(rest, values)
      found
end RouteTree

private[eddy] object RouteTree:
  val empty: RouteTree = new RouteTree(RouteNode.empty, Vector.empty)

  /** The methods that exist here; others get 501. */
  val methods: Seq[String] = Seq("GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS")
