package eddy.web

import eddy.web.internal.{Drain, WebSocketConnection}

import java.util.concurrent.{CompletableFuture, CountDownLatch, LinkedBlockingQueue}
import scala.concurrent.duration.{DurationInt, FiniteDuration}

import io.netty.channel.Channel

/** Why a connection ends comes to its client also where that, or the server, is slow. The test controls its
  * time.
  */
class WebSocketEndSuite extends WebSuite:
  private val text = "x" * 10_000
  private val patient = Timeouts(write = 1.hour, linger = 1.hour)
  private val sockets = LinkedBlockingQueue[WebSocket]()

  /** The server's end of the only connection there is. */
  private final class End(server: RunningServer):
    val socket: WebSocket = awaitNext(sockets)
    val channel: Channel = server.core.connections.iterator.next()
    val connection: WebSocketConnection = channel.pipeline.get(classOf[WebSocketConnection])

    /** On its I/O thread, after earlier messages. */
    def tell[A](what: => A): A =
      val told = CompletableFuture[A]()
      connection.outbox.post(() => told.complete(what): Unit)
      await(told)

    /** Sends as much as it takes; tells how many texts those are. */
    def fill(): Int = Iterator.continually(socket.send(text)).takeWhile(_ == SendResult.Sent).size

    /** Looks at its deadlines, as if it were so much later. */
    def later(by: FiniteDuration): Unit = tell(connection.sweep(System.nanoTime + by.toNanos))

    /** How many bytes have not come to the operating system. */
    def waiting: Long = tell:
      val buffer = channel.unsafe.outboundBuffer
      if buffer == null then 0L else buffer.totalPendingWriteBytes
  end End

  private def connecting(timeouts: Timeouts =
    patient)(body: (End, WebSocketClient, RawClient) => Unit): Unit =
    val options = WebSocketOptions(maxBufferedBytes = 8 * 1024 * 1024, closeTimeout = 10.minutes)
    serving(Routes.webSocket("/", options)(sockets.put), quiet.copy(timeouts = timeouts)): server =>
      val raw = RawClient(server.port, receiveBuffer = 4096)
      try
        val client = WebSocketClient(raw, "/")
        body(End(server), client, raw)
      finally raw.close()

  private def takes(client: WebSocketClient, texts: Int): Unit =
    for n <- 1 to texts do assertEquals(client.frame().payload.length, text.length, s"text $n of $texts")

  /** Has the client read until that has an effect on the server; how many texts it has read. */
  private def takesSome(end: End, client: WebSocketClient): Int =
    val before = end.waiting
    assert(before > 0, "all of it has come to the operating system")
    var taken = 0
    while
      takes(client, 1)
      taken += 1
      end.waiting >= before
    do ()
    taken

  test("a close frame waits for as long as its client takes what is before it, and then for the answer"):
    connecting(): (end, client, raw) =>
      val sent = end.fill()
      end.socket.close(3001, "shutdown")
      end.later(0.seconds)
      val taken = takesSome(end, client)
      end.later(11.minutes)
      takes(client, sent - taken)
      assertEquals(client.frame().closeCode, 3001)
      assert(end.channel.isActive)
      end.later(12.minutes)
      end.later(30.minutes)
      assert(raw.isAtEnd, "it was not answered")

  test(
    "a client that takes nothing any more, or byte by byte, does not hold the connection once it is closed"
  ):
    connecting(): (end, _, _) =>
      end.fill(): Unit
      end.socket.close(3001, "shutdown")
      // until then the operating system may take some
      for late <- 0 to 55 by 11 do end.later(late.minutes)
      assert(!end.channel.isOpen, "takes nothing")
    connecting(patient.copy(write = 20.minutes)): (end, client, _) =>
      end.fill(): Unit
      end.socket.close(3001, "shutdown")
      end.later(0.seconds)
      takesSome(end, client): Unit
      end.later(9.minutes)
      assert(end.channel.isOpen, "takes some")
      takesSome(end, client): Unit
      end.later(21.minutes)
      assert(!end.channel.isOpen, "takes some for too long")

  test(
    "when the server stops, sent messages and the close frame go first, however many wait for the I/O thread"
  ):
    connecting(): (end, client, _) =>
      val (begun, go) = (CompletableFuture[Unit](), CountDownLatch(1))
      end.channel.eventLoop.execute: () =>
        begun.complete(()): Unit
        go.await()
      await(begun)
      for n <- 1 to 1000 do end.socket.send(s"$n"): Unit
      end.socket.close(3001, "shutdown")
      end.channel.eventLoop.execute(() => end.connection.drain())
      go.countDown()
      for n <- 1 to 1000 do assertEquals(client.frame().text, s"$n")
      assertEquals(client.frame().closeCode, 3001)

  test("when the time for a stop is over, sent messages still go out"):
    connecting(): (end, client, raw) =>
      val sent = end.fill()
      end.socket.close(3001, "shutdown")
      client.send("not heard any more")
      end.tell(Drain.giveUp(end.channel))
      takes(client, sent)
      assertEquals(client.frame().closeCode, 3001)
      assert(raw.isAtEnd)
end WebSocketEndSuite
