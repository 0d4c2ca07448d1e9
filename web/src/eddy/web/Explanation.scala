package eddy.web

import eddy.state.inference.Inference
import eddy.web.internal.{NettyRequest, Preparation}

/** What was inferred for the callbacks of a service: docs/inference.md says how to read it. */
object Explanation:
  /** System property: when it is `true`, [[Server.start]] prints the explanation and ends the process instead of listening. */
  val Property = "eddy.web.explain"

  /** For each callback what it reads and writes and through which calls, and what would make it more parallel, or why
    * [[Server.start]] refuses it; then which of them never run beside each other, and why. Under each stand the callbacks that
    * it registers while it runs.
    */
  def of(routes: Routes): String =
    val callbacks = Preparation.callbacks(routes.tree)
    if callbacks.isEmpty then "No callbacks are registered."
    else Inference.explain(callbacks*)

  /** `/callbacks`: the explanation of the server's own callbacks, as text. It shows class names and lines of source: for
    * development, or behind a route that not everybody reaches.
    */
  val routes: Routes = Routes.own("/callbacks"): (request, response) =>
    response.header("Cache-Control", "no-store").text(of(Routes.of(NettyRequest.coreOf(request).tree)) + "\n")
end Explanation
