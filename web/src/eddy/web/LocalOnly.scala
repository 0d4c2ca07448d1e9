package eddy.web

import eddy.state.Pure
import eddy.web.internal.{HostRules, NettyRequest}

/** A filter that lets pass only requests which a program of this machine made, and answers others with 404.
  * It refuses those that a proxy forwards, and those of a page whose host was made to point here (DNS
  * rebinding). For pages of operators, such as `Metrics.routes.through(LocalOnly)`.
  */
@Pure
object LocalOnly extends Filter:
  private val forwarded =
    List("Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP", "Via")

  def apply(request: Request, response: Response): Unit =
    if !isLocal(request) then throw HttpProblem(404, "This page is for the users of this machine only.")

  /** Whether it would let the request pass. */
  def isLocal(request: Request): Boolean =
    request.remoteAddress.getAddress.isLoopbackAddress && HostRules.isOfThisMachine(request.host) &&
      NettyRequest.of(request).exchange.connection.told == null && forwarded.forall(request.header(_).isEmpty)

  override private[eddy] def code: Seq[AnyRef] = Nil
  override private[eddy] def label: String = "local"
end LocalOnly
