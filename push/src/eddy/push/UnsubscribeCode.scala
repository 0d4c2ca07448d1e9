package eddy.push

/** Why the server ends a subscription, as the Centrifuge protocol numbers it: from 2500 on the client
  * subscribes again.
  */
enum UnsubscribeCode(val code: Int, val reason: String) derives CanEqual:
  /** Ended by the server; the client is not to subscribe again. */
  case Server extends UnsubscribeCode(2000, "server unsubscribe")

  /** The client's position cannot be continued without a gap: it subscribes again and learns so, or recovers.
    */
  case Insufficient extends UnsubscribeCode(2500, "insufficient state")

  /** What allowed the subscription has expired. */
  case Expired extends UnsubscribeCode(2501, "subscription expired")
