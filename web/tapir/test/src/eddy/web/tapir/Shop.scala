package eddy.web.tapir

import java.util.concurrent.{Flow, SubmissionPublisher}

import com.github.plokhotnyuk.jsoniter_scala.core.JsonValueCodec
import com.github.plokhotnyuk.jsoniter_scala.macros.JsonCodecMaker
import sttp.capabilities.WebSockets
import sttp.model.sse.ServerSentEvent
import sttp.model.{Part, StatusCode}
import sttp.shared.Identity
import sttp.tapir.*
import sttp.tapir.server.ServerEndpoint

final case class Item(name: String, count: Int)
object Item:
  given JsonValueCodec[Item] = JsonCodecMaker.make
  given Schema[Item] = Schema.derived

final case class Entry(title: String, count: Int) derives Schema
final case class Upload(title: String, photo: Part[TapirFile]) derives Schema

/** One endpoint for each thing that Tapir can describe, named after it. */
object Shop:
  type Endpoint = ServerEndpoint[FlowStreams & WebSockets, Identity]

  val basics: List[Endpoint] = List(
    endpoint.get.in("path" / path[String]("name") / path[Int]("number")).out(stringBody)
      .handleSuccess((name, number) => s"$name $number"),
    endpoint.get.in("rest" / paths).out(stringBody).handleSuccess(_.mkString("|")),
    endpoint.get.in(
      "query"
    ).in(query[Int]("n")).in(query[Option[String]]("lang")).in(query[List[String]]("tag"))
      .out(stringBody).handleSuccess((n, lang, tags) => s"$n $lang ${tags.mkString(",")}"),
    endpoint.get.in("positive").in(query[Int]("n").validate(Validator.min(1))).out(stringBody)
      .handleSuccess(_.toString),
    endpoint.get.in(
      "header"
    ).in(header[String]("X-Trace")).out(header[String]("X-Trace")).handleSuccess(identity),
    endpoint.get.in("cookies").in(cookie[Option[String]]("seen")).out(setCookie("a")).out(setCookie("b"))
      .out(stringBody)
      .handleSuccess(seen =>
        (
          sttp.model.headers.CookieValueWithMeta.unsafeApply("1"),
          sttp.model.headers.CookieValueWithMeta.unsafeApply("2"),
          s"$seen"
        )
      ),
    endpoint.get.in("").out(stringBody).handleSuccess(_ => "root"),
    endpoint.get.in("created").out(statusCode(StatusCode.Created)).out(stringBody).handleSuccess(_ => "made"),
    endpoint.get.in("nothing").out(statusCode(StatusCode.NoContent)).handleSuccess(_ => ()),
    endpoint.get.in("same" / path[Int]("id")).out(stringBody).handleSuccess(id => s"number $id"),
    endpoint.put.in("any").out(stringBody).handleSuccess(_ => "put"),
    endpoint.in("any").in(extractFromRequest(_.method.method)).out(stringBody).handleSuccess(m =>
      s"other $m"
    ),
    endpoint.get.in("choice").in(query[Int]("v").and(query[String]("w"))).out(stringBody)
      .handleSuccess((v, w) => s"$v $w")
  )

  val bodies: List[Endpoint] = List(
    endpoint.post.in("string").in(stringBody).out(stringBody).handleSuccess(_.toUpperCase.nn),
    endpoint.post.in("bytes").in(byteArrayBody).out(byteArrayBody).handleSuccess(_.reverse),
    endpoint.post.in("buffer").in(byteBufferBody).out(byteBufferBody).handleSuccess(identity),
    endpoint.post.in("json").in(jsonBody[Item]).out(jsonBody[Item])
      .handleSuccess(item => item.copy(count = item.count + 1)),
    endpoint.post.in("form").in(formBody[Entry]).out(stringBody).handleSuccess(e => s"${e.title} ${e.count}"),
    endpoint.post.in("input").in(inputStreamBody).out(inputStreamBody)
      .handleSuccess(in => java.io.ByteArrayInputStream(in.readAllBytes.reverse)),
    endpoint.post.in("file").in(fileBody).out(fileBody).handleSuccess(identity),
    endpoint.post.in("upload").in(multipartBody[Upload]).out(stringBody).handleSuccess: upload =>
      val size = java.nio.file.Files.size(upload.photo.body.toPath)
      s"${upload.title} ${upload.photo.fileName.mkString} $size"
    ,
    endpoint.post.in("small").in(stringBody).out(stringBody)
      .attribute(
        AttributeKey[sttp.tapir.server.model.MaxContentLength],
        sttp.tapir.server.model.MaxContentLength(4)
      )
      .handleSuccess(identity),
    endpoint.post.in("flow").in(streamBinaryBody(FlowStreams)(CodecFormat.OctetStream()))
      .out(streamBinaryBody(FlowStreams)(CodecFormat.OctetStream())).handleSuccess(identity),
    endpoint.get.in("events").out(serverSentEventsBody).handleSuccess: _ =>
      publish(Seq(
        ServerSentEvent(Some("one"), Some("tick"), Some("1")),
        ServerSentEvent(Some("two\nlines"))
      )),
    endpoint.post.in("variants")
      .in(oneOfBody(
        stringBody.map(s => s"text $s")(identity),
        jsonBody[Item].map(i => s"json ${i.name}")(n => Item(n, 0))
      ))
      .out(stringBody).handleSuccess(identity)
  )

  val failing: List[Endpoint] = List(
    endpoint.get.in(
      "secret"
    ).securityIn(auth.bearer[String]()).errorOut(statusCode(StatusCode.Forbidden).and(stringBody))
      .out(stringBody)
      .handleSecurity(token => if token == "let-me-in" then Right("Ada") else Left(s"not with $token"))
      .handleSuccess(user => _ => s"hello $user"),
    endpoint.get.in("throws").out(stringBody).handleSuccess(_ => sys.error("broken")),
    endpoint.get.in("problem").out(stringBody).handleSuccess(_ => throw eddy.web.HttpProblem(409, "Taken.")),
    endpoint.get.in("left").errorOut(stringBody).out(stringBody).handle(_ => Left("no"))
  )

  val sockets: List[Endpoint] = List(
    endpoint.get.in("echo" / path[String]("room"))
      .out(webSocketBody[String, CodecFormat.TextPlain, String, CodecFormat.TextPlain](FlowStreams))
      .handleSuccess(room => mapped(text => s"$room: $text")),
    endpoint.get.in("guarded").securityIn(auth.bearer[String]())
      .out(webSocketBody[String, CodecFormat.TextPlain, String, CodecFormat.TextPlain](FlowStreams))
      .handleSecuritySuccess(identity)
      .handleSuccess(token => _ => mapped(text => s"$token $text"))
  )

  val all: List[Endpoint] = basics ++ bodies ++ failing ++ sockets

  private def publish[A](items: Seq[A]): Flow.Publisher[A] = subscriber =>
    val left = items.iterator
    subscriber.onSubscribe(
      new Flow.Subscription:
        def request(n: Long): Unit =
          left.take(n.toInt).toSeq.foreach(subscriber.onNext)
          if left.isEmpty then subscriber.onComplete()
        def cancel(): Unit = ()
    )

  /** A pipe that answers each message. */
  def mapped[A, B](f: A => B)(in: Flow.Publisher[A]): Flow.Publisher[B] =
    val out = SubmissionPublisher[B](_.run(), Flow.defaultBufferSize)
    in.subscribe(
      new Flow.Subscriber[A]:
        private var asked: Flow.Subscription | Null = null
        def onSubscribe(s: Flow.Subscription): Unit =
          asked = s
          s.request(1)
        def onNext(a: A): Unit =
          out.submit(f(a)): Unit
          val s = asked
          if s != null then s.request(1)
        def onError(e: Throwable): Unit = out.closeExceptionally(e)
        def onComplete(): Unit = out.close()
    )
    out
end Shop
