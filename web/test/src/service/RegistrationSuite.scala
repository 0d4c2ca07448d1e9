package service

import eddy.web.*

import java.io.ByteArrayInputStream
import java.nio.ByteBuffer
import java.util.concurrent.Flow
import scala.collection.mutable
import scala.concurrent.Future
import scala.concurrent.duration.DurationInt

import com.github.plokhotnyuk.jsoniter_scala.core.{JsonValueCodec, readFromString, scanJsonValuesFromStream}
import com.github.plokhotnyuk.jsoniter_scala.macros.JsonCodecMaker

/** Whatever way a handler is handed over to run later: at the start it is read, and refused when no lock can
  * protect it. In a package as an application has it: Eddy's own classes do not count as subscribers of the
  * application's.
  */
class RegistrationSuite extends WebSuite:
  private val seen = mutable.HashSet[String]()

  /** What nothing protects. */
  private def leak(): Unit =
    val _ = Thread.startVirtualThread(() => seen += "x")

  private def get(callback: (Request, Response) => Unit) = Routes.get("/")(callback)
  private def post(callback: (Request, Response) => Unit) = Routes.post("/", Body.Streamed())(callback)
  private def socket(open: WebSocket => Unit) = Routes.webSocket("/")(open)

  private abstract class Reader extends Flow.Subscriber[ByteBuffer]:
    def onSubscribe(subscription: Flow.Subscription): Unit = subscription.request(1)
    def onNext(piece: ByteBuffer): Unit = ()
    def onError(failure: Throwable): Unit = ()
    def onComplete(): Unit = ()

  private final class Leaking extends Reader:
    override def onNext(piece: ByteBuffer): Unit = leak()
  private final class Keeping(names: mutable.HashSet[String]) extends Reader:
    override def onNext(piece: ByteBuffer): Unit =
      val _ = Thread.startVirtualThread(() => names += "x")

  private final class LeakingSink extends FileSink:
    def write(piece: ByteBuffer): Unit = ()
    def end(): Unit = leak()
    def fail(cause: Throwable): Unit = ()

  private val ways = List[(String, Server => Routes)](
    "Server.nextTick" -> (server => get((_, _) => server.nextTick(() => leak()))),
    "Server.after" -> (server => get((_, _) => server.after(1.second)(() => leak()): Unit)),
    "Request.nextTick" -> (_ => get((req, _) => req.nextTick(() => leak()))),
    "Request.after" -> (_ => get((req, _) => req.after(1.second)(() => leak()): Unit)),
    "Later" -> (_ => get((_, _) => Later(Future.unit)(_ => leak()))),
    "Response.complete" -> (_ => get((_, res) => res.complete(Future.unit)(_ => leak()))),
    "Response.onHead" -> (_ => get((_, res) => res.onHead(_ => leak()))),
    "BodyStream.onDrain" -> (_ => get((_, res) => res.stream("text/plain").onDrain(() => leak()))),
    "BodyStream.onClose" -> (_ => get((_, res) => res.stream("text/plain").onClose(() => leak()))),
    "EventStream.onDrain" -> (_ => get((_, res) => res.events().onDrain(() => leak()))),
    "EventStream.onClose" -> (_ => get((_, res) => res.events().onClose(() => leak()))),
    "RequestBody.onData" -> (_ => post((req, _) => req.body.onData(_ => leak()))),
    "RequestBody.onEnd" -> (_ => post((req, _) => req.body.onEnd(() => leak()))),
    "RequestBody.onError" -> (_ => post((req, _) => req.body.onError(_ => leak()))),
    "RequestBody.subscribe" -> (_ => post((req, _) => req.body.subscribe(Leaking()))),
    "RequestBody.subscribe of one for all requests" -> (_ =>
      val one = Keeping(seen)
      post((req, _) => req.body.subscribe(one))
    ),
    "RequestBody.subscribe of a class without a name" -> (_ =>
      post: (req, _) =>
        req.body.subscribe:
          new Reader:
            override def onComplete(): Unit = leak()
    ),
    "Request.multipartTo" -> (_ =>
      post: (req, _) =>
        val _ = req.multipartTo(): _ =>
          leak()
          new FileSink:
            def write(piece: ByteBuffer): Unit = ()
            def end(): Unit = ()
            def fail(cause: Throwable): Unit = ()
    ),
    "the sink of Request.multipartTo" -> (_ => post((req, _) => req.multipartTo()(_ => LeakingSink()): Unit)),
    "MessageSocket.onText" -> (_ => socket(_.onText(_ => leak()))),
    "MessageSocket.onBinary" -> (_ => socket(_.onBinary(_ => leak()))),
    "MessageSocket.onDrain" -> (_ => socket(_.onDrain(() => leak()))),
    "MessageSocket.onClose" -> (_ => socket(_.onClose((_, _) => leak()))),
    "one in one in one" -> (_ =>
      socket: s =>
        s.onText: _ =>
          Later(Future.unit)(_ => s.request.nextTick(() => leak()))
    ),
    "a filter" -> (_ => get((_, res) => res.empty()).through((_, _) => leak())),
    "a filter's" -> (_ => get((_, res) => res.empty()).through((req, _) => req.nextTick(() => leak()))),
    "a method of an object that is read from JSON" -> (_ =>
      get((_, res) => res.text(s"${readFromString[Wish]("{}").grant(() => leak())}"))
    ),
    "a function that gets what is read from JSON" -> (_ =>
      get: (_, _) =>
        scanJsonValuesFromStream[Wish](ByteArrayInputStream(Array[Byte]())): wish =>
          wish.grant(() => leak()): Unit
          true
    ),
    "Readiness.check" -> (_ =>
      Readiness().check("database") { () =>
        leak()
        true
      }.routes
    )
  )

  private final case class Wish(name: String = ""):
    def grant(how: () => Unit): Int =
      how()
      1
  private given JsonValueCodec[Wish] = JsonCodecMaker.make

  for (way, routes) <- ways do
    test(s"a handler that nothing protects is refused at the start: $way"):
      val server = Server(quiet)
      val said = intercept[ServerStartException](server.start(routes(server)).stop(1.second)).getMessage.nn
      assert(clue(said).contains("The handler writes ") && said.contains("RegistrationSuite"))
      assert(said.contains("no lock protects that") && said.contains("SharedSet"))

  test(
    "objects that a handler makes, and readers of a body that it shares with no thread, are not refused"
  ):
    val routes = Routes.post("/", Body.Streamed()): (req, res) =>
      var size = 0
      req.body.onEnd(() => res.text(s"$size"))
      req.body.onData(piece => size += piece.remaining)
    serving(routes): server =>
      assertEquals(ask(server, "/", "POST", "12345").body, "5")

  test("where the start could not see it, it is refused when it is handed over, once it is known"):
    val later = eddy.state.SharedMap[String, () => Unit]()
    later("/") = () => leak()
    val routes = Routes.post("/", Body.Streamed()): (req, res) =>
      try
        req.body.onEnd(later(req.path))
        req.body.onData(_ => ())
      catch case refused: eddy.state.UnprotectedStateException => res.text(s"refused: ${refused.getMessage}")
    serving(routes): server =>
      assertEquals(ask(server, "/", "POST", "1").statusCode, 500)
      val _ = nextReport()
      assert(clue(ask(server, "/", "POST", "1").body).startsWith("refused: The handler writes "))
end RegistrationSuite
