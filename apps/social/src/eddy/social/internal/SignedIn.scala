package eddy.social.internal

import eddy.social.internal.database.{SessionStore, StoredSession}
import eddy.web.Request

import java.time.InstantSource
import scala.concurrent.{ExecutionContext, Future}

/** Whose session a request has. */
private[social] final class SignedIn(sessions: SessionStore, clock: InstantSource)(using ExecutionContext):
  /** Fails with a [[Refusal]] 401 without a session. */
  def session(request: Request): Future[StoredSession] = SessionCookie.of(request) match
    case None => missing
    case Some(token) =>
      sessions.find(SessionTokens.idOf(token), clock.instant).flatMap(_.fold(missing)(Future.successful))

  private def missing: Future[StoredSession] = Future.failed(Refusal(Problem(401, "Sign in first.")))
end SignedIn
