package eddy.web.internal

import eddy.runtime.Engine
import eddy.state.inference.Inference
import eddy.state.{LockPolicy, UnprotectedStateException}
import eddy.web.ServerConfig

/** Has the code of a server's callbacks read, so that requests need not wait for that. */
private[eddy] object Preparation:
  /** In the background. A callback that cannot be protected is reported, and each request for it fails. */
  def begin(config: ServerConfig, tree: RouteTree, engine: Engine): Unit =
    val all = if config.locks == LockPolicy.Unprotected then Nil else callbacks(tree)
    if all.nonEmpty then
      for one <- Inference.prepare(all) do
        val _ = one.thenAccept(_.foreach: why =>
          engine.report(UnprotectedStateException(s"$why\n$remedy"), "reading the callbacks of a server"))

  private val remedy =
    "With ServerConfig(locks = LockPolicy.Unprotected) no code is looked at, and no lock taken."

  /** The application's own, each with the name of its first route. */
  def callbacks(tree: RouteTree): Seq[(String, AnyRef)] =
    val all = tree.routes.flatMap: route =>
      route.filters.flatMap(_.code).map(s"filter of $route" -> _) ++ (route.action match
        case Action.Callback(_, code) if code != null => Some(route.toString -> code)
        case Action.Socket(_, open) => Some(route.toString -> open)
        case _ => None)
    all.distinctBy(_(1))
end Preparation
