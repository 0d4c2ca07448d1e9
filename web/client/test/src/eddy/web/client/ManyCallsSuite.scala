package eddy.web.client

import java.util.concurrent.atomic.AtomicInteger
import scala.concurrent.duration.DurationInt
import scala.concurrent.{ExecutionContext, Future, Promise}

/** More calls at a time than the server permits streams. */
class ManyCallsSuite extends ClientFixture:
  private given ExecutionContext = ExecutionContext.parasitic

  /** @param most connections that all calls together may open */
  private final case class Row(
      name: String,
      streams: Int = 100,
      most: Int = 8,
      calls: Int = 300,
      posts: Boolean = true
  )(
      val begun: (Http2Peer, Http2Peer.Asked) => Unit
  )

  private def soon(asked: Http2Peer.Asked): Unit = asked.answerLater(s"${asked.number}", 20)

  private val rows = Seq(
    Row("more than are permitted")((_, asked) => soon(asked)),
    Row("one stream", streams = 1, calls = 50)((_, asked) => asked.answer("1")),
    Row("streams that are refused"): (_, asked) =>
      if asked.number <= 150 then asked.refuse() else soon(asked),
    // the JDK opens a connection for each stream that the server has not looked at
    Row("connections that take no more (GOAWAY)", most = 300, posts = false): (_, asked) =>
      if asked.number % 100 == 50 then asked.goAway()
      soon(asked)
    ,
    Row("calls that are not answered for long", most = 16): (_, asked) =>
      if asked.number <= 100 then asked.answerLater("late", 3000) else soon(asked)
  )

  for row <- rows do
    test(s"${row.calls} calls at once all succeed: ${row.name}"):
      val peer = Http2Peer(row.streams)(row.begun)
      val client = Client(ClientConfig(tls = Some(peer.clientTls), timeout = 1.minute))
      try
        val calls = (1 to row.calls).map: n =>
          val call =
            if row.posts && n % 3 == 0 then client.post(peer.url).text(s"$n") else client.get(peer.url)
          call.future().map(_.status)
        assertEquals(await(Future.sequence(calls)).toSet, Set(200))
        assert(clue(peer.connections.get) <= row.most)
        assertEquals(client.callsUnderWay, 0)
      finally
        client.close(1.second)
        peer.close()

  test("a call that may have been acted on is not sent again"):
    val posts = AtomicInteger()
    val peer = Http2Peer(100): (_, asked) =>
      posts.incrementAndGet(): Unit
      asked.breakOff()
    val client = Client(ClientConfig(tls = Some(peer.clientTls), timeout = 1.minute))
    try
      assertEquals(failing(client.post(peer.url).text("order").send()).failure, ClientFailure.Broken)
      assertEquals(posts.get, 1)
    finally
      client.close(1.second)
      peer.close()

  test("calls that wait for a stream end with their time, and leave their place"):
    val peer = Http2Peer(1)((_, _) => ())
    val client = Client(ClientConfig(tls = Some(peer.clientTls), timeout = 1.second))
    try
      val calls = (1 to 30).map(_ => client.get(peer.url).future())
      calls.foreach: call =>
        awaitFailure(call) match
          case failed: ClientException => assertEquals(failed.failure, ClientFailure.Timeout)
          case other => fail(s"$other")
      assertEquals(client.callsUnderWay, 0)
    finally
      client.close(1.second)
      peer.close()

  test("only calls beyond maxCalls are too many"):
    // on a busy machine the first might else be answered before the last is called
    val allCalled = Promise[Unit]()
    val peer = Http2Peer(10)((_, asked) => allCalled.future.foreach(_ => asked.answer("answer")))
    val client = Client(ClientConfig(tls = Some(peer.clientTls), timeout = 1.minute, maxCalls = 40))
    try
      val calls = (1 to 60).map(_ =>
        client.get(peer.url).future().map(_ => "answer").recover:
          case failed: ClientException => s"${failed.failure}"
      )
      allCalled.success(()): Unit
      val outcomes = await(Future.sequence(calls)).groupMapReduce(identity)(_ => 1)(_ + _)
      assertEquals(outcomes, Map("answer" -> 40, "Busy" -> 20))
    finally
      client.close(1.second)
      peer.close()
end ManyCallsSuite
