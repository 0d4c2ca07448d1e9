package eddy.social.internal

import eddy.social.SocialConfig
import eddy.social.internal.Wire.given
import eddy.social.internal.database.{SessionStore, StoredSession}
import eddy.web.{Body, Csrf, RateLimit, Request, Response, Routes}

import java.time.InstantSource
import scala.concurrent.{ExecutionContext, Future}

/** Signing in and out, and the list of a user's sessions. */
private[social] final class SessionRoutes(
    config: SocialConfig,
    signIn: SignIn,
    signedIn: SignedIn,
    sessions: SessionStore,
    clock: InstantSource
)(using ExecutionContext):
  import SessionRoutes.MaxBytes

  def routes: Routes =
    Routes.post("/session", Body.Whole(MaxBytes))(begin).through(Csrf()) ++
      Routes.delete("/session")(end).delete("/sessions/:id")(revoke).through(Csrf()).get("/sessions")(list)

  private def begin(request: Request, response: Response): Unit =
    Answers.refusing(response):
      val fields = request.json[JsonFields]
      val (name, password) = (fields.text(SignUp.Username), fields.text(SignUp.Password))
      val address = RateLimit.clientOf(request)
      Answers.complete(response, signIn(name, password, address, DeviceCookie.of(request))): as =>
        response.status(201).cookie(SessionCookie.make(request, as.token, config.sessionFor))
          .cookie(DeviceCookie.make(request, as.device))
          .header("Cache-Control", "no-store").json(Wire.User(as.session.user, as.session.name))

  private def end(request: Request, response: Response): Unit =
    val removed = SessionCookie.of(request).fold(Future.successful(false)): token =>
      sessions.remove(SessionTokens.idOf(token))
    Answers.complete(response, removed): _ =>
      response.cookie(SessionCookie.clear(request)).empty()

  private def list(request: Request, response: Response): Unit =
    val all = signedIn.session(request).flatMap: own =>
      sessions.of(own.user, clock.instant).map(_.map(shown(_, own)))
    Answers.complete(response, all): items =>
      response.header("Cache-Control", "no-store").json(Wire.Sessions(items))

  private def revoke(request: Request, response: Response): Unit =
    val removed = signedIn.session(request).flatMap(own => sessions.remove(request.path("id"), own.user))
    Answers.complete(response, removed):
      case true => response.empty()
      case false => Answers.send(response, Problem(404, "You have no such session."))

  private def shown(session: StoredSession, own: StoredSession) =
    Wire.Session(
      session.id,
      session.at.toEpochMilli,
      session.expires.toEpochMilli,
      current = session.id == own.id
    )
end SessionRoutes

private[social] object SessionRoutes:
  // a name and a password, escaped
  private val MaxBytes = 16 * 1024
