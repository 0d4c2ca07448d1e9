package eddy.push

/** Why something that a client asked for was not done: numbers and texts of the Centrifuge protocol.
  * Temporary ones may be tried again as they are.
  */
enum PushError(val code: Int, val message: String, val temporary: Boolean = false) derives CanEqual:
  case Internal extends PushError(100, "internal server error", temporary = true)
  case Unauthorized extends PushError(101, "unauthorized")
  case UnknownChannel extends PushError(102, "unknown channel")
  case PermissionDenied extends PushError(103, "permission denied")
  case MethodNotFound extends PushError(104, "method not found")
  case AlreadySubscribed extends PushError(105, "already subscribed")
  case LimitExceeded extends PushError(106, "limit exceeded")
  case BadRequest extends PushError(107, "bad request")

  /** Data that a hook cannot read ([[Json.as]]). */
  case BadData(place: String) extends PushError(107, s"bad request: $place")
  case NotAvailable extends PushError(108, "not available")
  case TokenExpired extends PushError(109, "token expired")
  case Expired extends PushError(110, "expired")
  case TooManyRequests extends PushError(111, "too many requests", temporary = true)
  case UnrecoverablePosition extends PushError(112, "unrecoverable position")

  /** The application's own: 400 to 1999. */
  case Refused(number: Int, reason: String) extends PushError(number, reason)
end PushError

object PushError:
  /** The protocol's own numbers. */
  private[push] val ofProtocol: Range = 100 to 112

  /** The text about a failure. */
  private[push] def of(failure: Throwable): PushError = failure match
    case told: PushException => told.error
    case _ => Internal

/** A [[PushError]] on its way through futures. `detail` is for the log, not for the client. */
final class PushException(val error: PushError, detail: String, cause: Throwable | Null = null)
    extends Exception(s"${error.message} (${error.code}): $detail", cause)
