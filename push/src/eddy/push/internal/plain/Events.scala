package eddy.push.internal.plain

import eddy.push.Publication
import eddy.push.internal.plain.Door.Denied
import eddy.push.internal.wire.Written.*
import eddy.push.internal.wire.{JsonScan, PushCore, Written}
import eddy.push.internal.{Encoded, Form, Subscribed}
import eddy.state.Pure
import eddy.web.{EventStream, KeptBytes, Request, Response, SendResult}

import java.nio.charset.StandardCharsets.UTF_8
import scala.concurrent.ExecutionContext
import scala.util.{Failure, Success}

/** Server-sent events: `GET /events/<channel>`. Each publication is an event, with its data; its id is the
  * position to continue from, which browsers send when they reconnect (Last-Event-ID), and other clients may
  * pass as `after`. The first event, of type `subscribed`, says where the channel is and whether nothing was
  * missed; one of type `disconnect` why the server ends it.
  */
@Pure
private[push] final class Events(core: PushCore):
  private val door = Door(core, "events")

  def apply(request: Request, response: Response): Unit =
    val asked = door.ask(request).transform(Success(_))(using ExecutionContext.parasitic)
    response.complete(asked) {
      case Success(guest) =>
        // events for many would be compressed for each of them
        val events = response.uncompressed().events()
        val session = PlainSession(core, door, guest, Out(events, guest.grant.isPattern))
        events.onDrain(() => session.drained())
        events.onClose(() => session.gone())
        val after = request.lastEventId.orElse(request.query("after"))
        session.start(after.filter(_.nonEmpty).map(Door.seen)): Unit
      case Failure(why: Denied) if Passing.isAsked(request) && Passing.passes(why) =>
        Passing.tell(response, why.code, why.reason)
      case Failure(why: Denied) => response.fail(why.status, why.reason)
      case Failure(other) => throw other
    }

  private final class Out(events: EventStream, isPattern: Boolean) extends PlainOut:
    def begin(found: Subscribed, asked: Boolean): Unit =
      val said = Written: out =>
        out.field("epoch", found.top.epoch)
        out.field("offset", found.top.offset)
        if asked then out.truth("recovered", found.recovered)
      // missed publications follow, each with its own id
      val isThere = found.positioned && found.missed.isEmpty && found.behind == 0
      val id = if isThere then Door.text(found.top) else null
      events.send(String(said, UTF_8), "subscribed", id): Unit

    def send(encoded: Encoded): SendResult = events.sendEncoded(encoded.as(form))
    def sizeBytes(encoded: Encoded): Int = encoded.as(form).length
    override def kept: KeptBytes = events.kept
    private def form = if isPattern then Events.ofPattern else Events.ofChannel

    def end(code: Int, reason: String): Unit = Passing.end(events, code, reason)
  end Out
end Events

private[push] object Events:
  private val ofChannel: Form[Array[Byte]] = p => event(p, JsonScan.oneLine(p.message.data.bytes))

  /** With the channel's name. */
  private val ofPattern: Form[Array[Byte]] = p => event(p, Written(_.publication(p, named = true)))

  private def event(publication: Publication, data: Array[Byte]): Array[Byte] =
    val id = if publication.offset > 0 then s"id: ${Door.text(publication.position)}\n" else ""
    s"${id}data: ${String(data, UTF_8)}\n\n".getBytes(UTF_8)
