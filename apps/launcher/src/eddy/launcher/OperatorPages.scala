package eddy.launcher

import eddy.launcher.config.MetricsSettings
import eddy.runtime.Engine
import eddy.web.{
  Explanation,
  Filter,
  Health,
  HttpProblem,
  LocalOnly,
  Metrics,
  Readiness,
  Request,
  Response,
  Routes,
  RunningServer,
  Server
}

/** The pages for operators of the server: measurements, reports, and the failing checks.
  *
  * {{{
  *                      this machine   token   everybody   listener of their own
  *   /metrics           yes            yes     no          yes; then only there
  *   /ready             checks         status  status      checks
  *   /handlers…        while only this machine can reach the server
  * }}}
  */
private[launcher] final class OperatorPages(settings: MetricsSettings, metrics: Metrics, ready: Readiness):
  /** On the port that everybody uses.
    * @param isOpen others than this machine can reach it
    */
  def routes(isOpen: Boolean): Routes =
    // it shows class names and lines of source
    val report = if isOpen then Routes else Explanation.routes.through(LocalOnly)
    val measured = if settings.listener.isEmpty then shown(LocalOrToken(settings.token)) else Routes
    report ++ measured ++ Health.routes ++ ready.discreet.routes

  /** Starts the listener for operators, if there is to be one.
    * @throws eddy.web.ServerStartException when its port cannot be had
    */
  def listen()(using Engine): Option[RunningServer] = settings.listener.map: config =>
    val guard = settings.token.fold(Nothing)(TokenOnly(_))
    Server(config).start(shown(guard) ++ ready.routes)

  private def shown(guard: Filter): Routes =
    if settings.isOn then metrics.routes.through(guard) else Routes

  private object Nothing extends Filter:
    def apply(request: Request, response: Response): Unit = ()
end OperatorPages

private final class LocalOrToken(token: Option[String]) extends Filter:
  def apply(request: Request, response: Response): Unit =
    if !LocalOnly.isLocal(request) then
      token match
        case Some(secret) => TokenOnly(secret)(request, response)
        case None => LocalOnly(request, response)

private final class TokenOnly(token: String) extends Filter:
  def apply(request: Request, response: Response): Unit =
    if !Bearer.shows(request, token) then
      response.header("WWW-Authenticate", "Bearer"): Unit
      throw HttpProblem(401, "This page is for operators: show the token, as Authorization: Bearer.")
