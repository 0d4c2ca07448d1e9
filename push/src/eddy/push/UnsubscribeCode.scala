package eddy.push

/** Why the server ends a subscription, as the Centrifuge protocol numbers it: from 2500 on the client
  * subscribes again by itself. */
enum UnsubscribeCode(val code: Int, val reason: String) derives CanEqual:
  /** Ended by the server; the client is not to come back by itself. */
  case Server extends UnsubscribeCode(2000, "server unsubscribe")

  /** What the client has seen can be no longer continued without a gap: it subscribes again and is told so,
    * or recovers. */
  case Insufficient extends UnsubscribeCode(2500, "insufficient state")

  /** What allowed the subscription has expired. */
  case Expired extends UnsubscribeCode(2501, "subscription expired")
