package eddy.push.sns.internal

/** Why a call to the endpoint was refused, with the status of its answer. SNS repeats a call that got 5xx,
  * and gives up one that got 4xx.
  *
  * @param name in metrics
  */
private[sns] enum Reason(val name: String, val status: Int) derives CanEqual:
  /** No JSON object, a type unknown to SNS, or something is absent. */
  case Malformed extends Reason("malformed", 403)

  /** Of another topic, or for a subscription that this node does not wait for. */
  case Foreign extends Reason("foreign", 403)

  /** Its time is too far from now. */
  case Stale extends Reason("stale", 403)

  /** The address of its certificate is not SNS'. */
  case CertificateAddress extends Reason("certificate-address", 403)

  /** The certificate has expired, or is not for this purpose. */
  case Certificate extends Reason("certificate", 403)
  case Signature extends Reason("signature", 403)

  /** The certificate cannot be had at the moment. */
  case CertificateAway extends Reason("certificate-away", 503)

  /** The endpoint has no mediator yet, or any more. */
  case NotStarted extends Reason("not-started", 503)

  /** The node is behind with its messages. */
  case Busy extends Reason("busy", 503)
end Reason

/** @param detail for the log */
private[sns] final case class Refusal(reason: Reason, detail: String)
