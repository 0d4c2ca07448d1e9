package eddy.web

import eddy.web.internal.Checks.positive
import eddy.web.internal.{Action, FileStore, Route, RoutePattern, RouteTree, StaticFiles}

import java.nio.file.Path
import scala.concurrent.duration.FiniteDuration

/** What a server answers: an immutable value, built by adding routes to `Routes`, the empty one.
  *
  * A pattern is a path such as `/users/:id/posts`. `:name` takes one segment that is not empty, `*name` at
  * the end takes the rest, slashes included. A literal segment beats a parameter, a parameter beats the rest.
  * Unknown paths get 404, known ones with another method 405 with Allow; HEAD is answered by the `get` route,
  * OPTIONS by the server. Registering the same method and the same shape of pattern twice throws
  * `IllegalArgumentException`.
  *
  * Handlers run on the engine, each request a unit of its own; they may block. `body` says whether they run
  * when the request's body has been received, as by default, or read it while it comes.
  */
sealed class Routes private[web] (private[eddy] val tree: RouteTree):

  def get(pattern: String)(handler: (Request, Response) => Unit): Routes = on("GET", pattern)(handler)
  def post(pattern: String, body: Body = Body.Whole())(handler: (Request, Response) => Unit): Routes =
    on("POST", pattern, body)(handler)
  def put(pattern: String, body: Body = Body.Whole())(handler: (Request, Response) => Unit): Routes =
    on("PUT", pattern, body)(handler)
  def delete(pattern: String, body: Body = Body.Whole())(handler: (Request, Response) => Unit): Routes =
    on("DELETE", pattern, body)(handler)
  def patch(pattern: String, body: Body = Body.Whole())(handler: (Request, Response) => Unit): Routes =
    on("PATCH", pattern, body)(handler)
  def head(pattern: String)(handler: (Request, Response) => Unit): Routes = on("HEAD", pattern)(handler)
  def options(pattern: String)(handler: (Request, Response) => Unit): Routes =
    on("OPTIONS", pattern)(handler)

  /** Opens a WebSocket at the pattern; `open` is the first event of each socket's unit and sets its
    * handlers.
    * A `get` route may have the same pattern: it answers requests that are not upgrades.
    */
  def webSocket(
      pattern: String,
      options: WebSocketOptions = WebSocketOptions()
  )(open: WebSocket => Unit): Routes =
    add(Route("GET", RoutePattern.parse(pattern), Action.Socket(options, open, code = open)))

  /** Serves the files below a folder of the class path: entity tags, ranges, compression, `index.html` for
    * folders.
    * A path that is no file is answered as by the other routes: 404, 405 with their methods, 426 for a
    * WebSocket, or a redirect to the same path with or without a slash at its end.
    * @param prefix where they appear, such as `/` or `/assets`
    * @param folder such as `web` for the resources `web/index.html` and so on
    */
  def files(prefix: String, folder: String, options: FileOptions = FileOptions()): Routes =
    files(prefix, FileStore.of(folder), options)

  /** The same of a folder on disk. Files above a megabyte are read as the client takes them; a changed file
    * is served with its new content. Hidden files (with a leading dot) are not served, except those in
    * `.well-known`; links to files outside of the folder are not followed.
    * @throws IllegalArgumentException if there is no such folder
    */
  def filesOnDisk(prefix: String, folder: Path, options: FileOptions = FileOptions()): Routes =
    files(prefix, FileStore.onDisk(folder), options)

  private def files(prefix: String, store: FileStore, options: FileOptions): Routes =
    val pattern = RoutePattern.parse(s"${prefix.stripSuffix("/")}/*${StaticFiles.Rest}")
    val handler = Action.Handler(StaticFiles(store, options), code = null)
    add(Route("GET", pattern, handler, isFiles = true))

  /** Both. Throws `IllegalArgumentException` when they conflict. */
  def ++(other: Routes): Routes = other.tree.routes.foldLeft(this)(_.add(_))

  /** The same routes, each below `prefix`. */
  def under(prefix: String): Routes =
    val parsed = RoutePattern.parse(prefix)
    tree.routes.foldLeft(Routes: Routes)((all, route) =>
      all.add(route.copy(pattern = parsed / route.pattern))
    )

  /** The same routes, each behind these filters, which run in this order before its handler. A filter that is
    * added later runs first: `routes.through(b).through(a)` is `routes.through(a, b)`. Requests without a
    * route are answered without filters, but with the headers of [[Cors]] and [[SecurityHeaders]] when all
    * routes go through them.
    */
  def through(filters: Filter*): Routes =
    tree.routes.foldLeft(Routes: Routes)((all, route) =>
      all.add(route.copy(filters = filters.toVector ++ route.filters))
    )

  /** The same routes with a limit for the begin of their handlers. The server answers 503 with Retry-After
    * when the handler does not begin within that time of the request's arrival; the handler does not run
    * then. A request with a buffered body arrives with the last byte of the body. A handler waits for its
    * filters, the analysis of its code, locks, or a worker. Set the limit where clients are promised an
    * answer by then. It does not apply to WebSockets.
    */
  def beginWithin(limit: FiniteDuration): Routes =
    positive("beginWithin", limit)
    tree.routes.foldLeft(Routes: Routes): (all, route) =>
      all.add(
        if route.isSocket then route else route.copy(beginNanos = math.min(route.beginNanos, limit.toNanos))
      )

  /** The routes, one line each, such as `GET /users/:id`. */
  override def toString: String = tree.routes.mkString("\n")

  private def on(method: String, pattern: String, body: Body = Body.Whole())(
      handler: (Request, Response) => Unit
  ): Routes =
    add(Route(method, RoutePattern.parse(pattern), Action.Handler(handler, code = handler), body))

  /** The server's own answer to GET, which needs no locks: it uses nothing that the application shares. */
  private[eddy] def own(pattern: String, standing: Standing = Standing.Own)(
      handler: (Request, Response) => Unit
  ): Routes =
    val parsed = RoutePattern.parse(pattern)
    add(Route("GET", parsed, Action.Handler(handler, code = null), standing = standing))

  /** The same routes, which have these functions of the application run as events of their own: they are
    * read at the start too.
    */
  private[eddy] def running(code: Seq[(String, AnyRef)]): Routes =
    tree.routes.foldLeft(Routes: Routes)((all, route) => all.add(route.copy(apart = route.apart ++ code)))

  /** Every method and path. */
  private[eddy] def all(handler: Connection => Unit): Routes =
    val run: (Request, Response) => Unit = (request, response) => handler(Connection(request, response))
    Seq("/", "/*path").foldLeft(this): (routes, pattern) =>
      RouteTree.methods.foldLeft(routes): (routes, method) =>
        routes.add(Route(method, RoutePattern.parse(pattern), Action.Handler(run, code = handler)))

  private def add(route: Route): Routes = new Routes(tree.add(route))
end Routes

/** The empty routes, to add to. */
object Routes extends Routes(RouteTree.empty):
  private[eddy] def of(tree: RouteTree): Routes = new Routes(tree)
