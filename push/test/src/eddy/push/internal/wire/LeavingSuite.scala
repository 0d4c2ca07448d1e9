package eddy.push.internal.wire

import eddy.push.PushConfig
import eddy.push.internal.plain.{Door, PlainOut, PlainSession}
import eddy.push.internal.{Encoded, Subscribed}
import eddy.web.internal.PreparedRow
import eddy.web.{KeptBytes, PreparedMessage, Request, Routes, SendResult}

import java.util.concurrent.{CompletableFuture, CountDownLatch, LinkedBlockingQueue}
import scala.concurrent.duration.DurationInt

/** Clients of a node that is to stop are sent elsewhere: the server stops only when all have been, as its own
  * close says less.
  */
class LeavingSuite extends PushFixture:
  /** The way to a client, which is slow for the message that it has to leave. */
  private final class Slow extends Wire, PlainOut:
    val told: CompletableFuture[Int] = CompletableFuture()
    val go: CountDownLatch = CountDownLatch(1)
    def close(code: Int, reason: String): Unit =
      told.complete(code): Unit
      go.await()
    def end(code: Int, reason: String): Unit = close(code, reason)
    override def whenWritten(done: Runnable): Unit = done.run()
    def send(text: Array[Byte]): SendResult = SendResult.Sent
    def send(message: PreparedMessage): SendResult = SendResult.Sent
    def send(row: PreparedRow): SendResult = SendResult.Sent
    def send(encoded: Encoded): SendResult = SendResult.Sent
    def sizeBytes(encoded: Encoded): Int = 1
    def begin(found: Subscribed, asked: Boolean): Unit = ()
    override def kept: KeptBytes | Null = null
  end Slow

  private def session(served: Served, request: Request, wire: Slow): Unit =
    Session.start(served.core, wire, request): Unit

  private def plain(served: Served, request: Request, out: Slow): Unit =
    val door = Door(served.core, "socket")
    val guest = await(door.ask(request))
    await(PlainSession(served.core, door, guest, out).start(None))

  /** @param body is given a request with which connections may begin */
  private def requested(body: (Served, Request) => Unit): Unit =
    pushing(PushConfig(anonymous = true)): served =>
      val requests = LinkedBlockingQueue[Request]()
      serving(Routes.webSocket("/socket/*channel")(socket => requests.put(socket.request))): server =>
        connected(server): raw =>
          eddy.web.WebSocketClient(raw, "/socket/tea"): Unit
          body(served, awaitNext(requests))

  for (what, start) <- Seq("with" -> session, "without" -> plain) do
    test(s"a drain completes when the last has the message, not before: $what a library"):
      requested: (served, request) =>
        val wire = Slow()
        start(served, request, wire)
        val gone = served.push.drain(1.milli)
        assertEquals(await(wire.told), 3001)
        val early = gone.isCompleted
        wire.go.countDown()
        await(gone)
        assert(!early, "it was done while the client was being told")
        assertEquals(served.push.connections, 0)

    test(s"a client admitted while the others are asked to leave is asked, too: $what a library"):
      requested: (served, request) =>
        await(served.push.drain(1.milli))
        val wire = Slow()
        wire.go.countDown()
        start(served, request, wire)
        assertEquals(await(wire.told), 3001)
        eddy.testing.Eventually.until("nothing is left of it"):
          served.push.connections == 0 && served.channels.core.connections.size == 0
  end for
end LeavingSuite
