package eddy.push.internal.plain

import eddy.push.DisconnectCode
import eddy.push.internal.wire.PushCore
import eddy.web.internal.OwnOrigin
import eddy.web.{Filter, Peer, Request, Response}

/** Turns away clients that may not connect at all: pages of other origins, clients that speak Protobuf, and
  * everybody while there are too many connections.
  */
private[push] final class Guard(core: PushCore) extends Filter:
  def apply(request: Request, response: Response): Unit =
    if core.connections.isFull then
      core.meters.turnedAway(503)
      val why = "There are too many connections: try again later."
      if Passing.isAsked(request) then Passing.tell(response, DisconnectCode.ConnectionLimit.code, why)
      else response.header("Retry-After", "5").fail(503, why)
    else if request.path.endsWith(Guard.Protocol) && Guard.wantsProtobuf(request) then
      core.meters.turnedAway(400)
      core.refusals.line(s"a handshake from ${Peer.of(request).address} refused: it asks for Protobuf")
      response.fail(400, "Protobuf is not spoken here: have the client library speak JSON.")
    else
      val own = OwnOrigin.of(request)
      request.header("Origin").filterNot(own.lets(core.config.origins, _)).foreach: _ =>
        core.meters.turnedAway(403)
        response.fail(403, "Pages of this origin may not connect; PushConfig.origins lists those that may.")

  override private[eddy] def code: Seq[AnyRef] = Nil
end Guard

private[push] object Guard:
  final val Protocol = "/connection/websocket"

  /** As official libraries ask for it: by the subprotocol, or in the query. */
  private def wantsProtobuf(request: Request): Boolean =
    val asked = request.header("Sec-WebSocket-Protocol").toSeq.flatMap(_.split(",")).map(_.strip)
    asked.contains("centrifuge-protobuf") && !asked.contains("centrifuge-json") ||
    Seq("format", "cf_protocol").exists(name => request.query(name).contains("protobuf"))
