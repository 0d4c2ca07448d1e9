package eddy.push

/** What a hook of [[Hooks]] says. */
enum Verdict[+A] derives CanEqual:
  /** Yes, and with this. */
  case Allow(answer: A)

  /** No: the client gets the error. */
  case Refuse(error: PushError) extends Verdict[Nothing]

  /** No, and the connection ends. Codes as in the Centrifuge protocol: from 3000 on, where the client
    * reconnects, from 3500 on, where it does not; 4000 to 4499 and 4500 to 4999 are the application's own,
    * likewise.
    */
  case Disconnect(code: Int, reason: String) extends Verdict[Nothing]

object Verdict:
  /** Refuses with a number and reason of the application's own.
    *
    * @param code 400 to 1999
    */
  def refuse(code: Int, reason: String): Verdict[Nothing] =
    require(code >= 400 && code <= 1999, s"code = $code: the application's own errors have 400 to 1999")
    Refuse(PushError.Refused(code, reason))
