package eddy.web

import eddy.state.Pure

import java.security.SecureRandom
import java.util.Base64

/** A filter that tells browsers what pages of this service may do. Every header is a default: a handler may
  * set its own. An empty text leaves a header out. `X-Content-Type-Options: nosniff` is always there, and
  * Strict-Transport-Security as [[Tls]] says.
  *
  * @param contentSecurityPolicy where pages may load from (CSP 3). `{nonce}` stands for a number that is new
  *   in each response ([[SecurityHeaders.nonce]]): scripts that carry it may be inline
  * @param frameOptions for browsers that do not know `frame-ancestors`
  * @param referrerPolicy what other sites learn of the address of a page that links to them
  * @param permissionsPolicy what pages may ask the user for
  * @param openerPolicy whether pages of other sites share a window group with these
  * @param resourcePolicy whether pages of other sites may load these responses without CORS
  */
@Pure
final case class SecurityHeaders(
    contentSecurityPolicy: String = SecurityHeaders.StrictPolicy,
    frameOptions: String = "DENY",
    referrerPolicy: String = "strict-origin-when-cross-origin",
    permissionsPolicy: String = "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    openerPolicy: String = "same-origin",
    resourcePolicy: String = "same-origin"
) extends Filter:
  private val fixed = Seq(
    "X-Frame-Options" -> frameOptions,
    "Referrer-Policy" -> referrerPolicy,
    "Permissions-Policy" -> permissionsPolicy,
    "Cross-Origin-Opener-Policy" -> openerPolicy,
    "Cross-Origin-Resource-Policy" -> resourcePolicy,
    "Content-Security-Policy" -> contentSecurityPolicy
  ).filter(_._2.nonEmpty)
  fixed.foreach(internal.ResponseHeaders.check)
  private val hasNonce = contentSecurityPolicy.contains(SecurityHeaders.Placeholder)

  def apply(request: Request, response: Response): Unit =
    fixed.foreach((name, value) => response.header(name, value): Unit)
    if hasNonce then
      val nonce = SecurityHeaders.fresh()
      request.set(SecurityHeaders.nonceKey, nonce)
      val policy = contentSecurityPolicy.replace(SecurityHeaders.Placeholder, s"'nonce-$nonce'")
      response.header("Content-Security-Policy", policy): Unit

  override private[eddy] def code: Seq[AnyRef] = Nil

  /** No script of such an answer has the nonce. */
  override private[eddy] def always(origin: Option[String]): Seq[(String, String)] =
    if !hasNonce then fixed
    else
      fixed.map((name, value) =>
        (name, value.replace(SecurityHeaders.Placeholder, s"'nonce-${SecurityHeaders.fresh()}'"))
      )
end SecurityHeaders

object SecurityHeaders:
  private val Placeholder = "{nonce}"

  /** Everything from this service only, no inline scripts, not in a frame. */
  val StrictPolicy: String =
    "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"

  /** As [[StrictPolicy]], with inline scripts that carry the nonce. */
  val NoncePolicy: String = s"$StrictPolicy; script-src 'self' $Placeholder"

  private val random = SecureRandom()
  private val nonceKey =
    Attribute[String]("nonce, which SecurityHeaders with a policy that has {nonce} sets,")

  /** For `<script nonce="…">`.
    * @throws IllegalStateException when the route does not go through a policy with `{nonce}`
    */
  def nonce(request: Request): String = request(nonceKey)

  private def fresh(): String =
    val bytes = new Array[Byte](16)
    random.nextBytes(bytes)
    Base64.getEncoder.encodeToString(bytes)
end SecurityHeaders
