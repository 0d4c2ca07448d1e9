package eddy.bench.web.contract

import eddy.testing.{Eventually, TestLength, TimeLimit}

import java.net.http.WebSocket
import java.net.{Socket, URI}
import java.nio.charset.StandardCharsets.ISO_8859_1
import java.util.concurrent.{CompletableFuture, CompletionStage, LinkedBlockingQueue}
import scala.concurrent.duration.DurationInt

/** What every contender of `./eddy bench web` must do: docs/bench-web.md. */
trait WebPeerContract extends eddy.testing.PatientSuite:
  override protected def timeLimit: TimeLimit =
    TimeLimit(10.minutes, "The first run builds the contender from packages of a registry.")

  /** Its program, without the arguments that every contender takes. */
  protected def command: Seq[String]

  /** How many event loops it has, or what it has instead. */
  protected def loops(peer: PeerProcess): Int

  /** How many it is to have when told `loops=told`. */
  protected def loopsGiven(told: Int): Int = told

  /** Whether it computes the kernels of SciMark. */
  protected def hasKernels: Boolean = true

  /** Whether the gate starts it as often as the contract wants: Eddy, and Netty as its limit. Of others it
    * starts one server, and what needs further ones is long.
    */
  protected def isThorough: Boolean = false

  /** A test that needs a server of its own. */
  private def further(name: String): munit.TestOptions =
    if isThorough then munit.TestOptions(name) else munit.TestOptions(name).tag(LongTest)

  private var started = Vector.empty[PeerProcess]

  private def start(arguments: String*): PeerProcess =
    val peer = PeerProcess.start(command, arguments*)
    started = started :+ peer
    peer

  /** Its event loops compute, too. */
  private lazy val plain = start("loops=2")

  private lazy val worker = start("loops=1", "worker=true")

  /** Those that the tests start, and their configured numbers of event loops. */
  private def servers =
    if isThorough || TestLength.isFull then Seq(plain -> 2, worker -> 1) else Seq(plain -> 2)

  override def afterAll(): Unit = started.foreach(_.close())

  private val answers = Seq(
    ("/plaintext", "text/plain", "Hello, World!"),
    ("/json", "application/json", """{"message":"Hello, World!"}"""),
    ("/page?delay=10", "text/html", s"<html><body>${"x" * (45056 - 26)}</body></html>"),
    ("/page?delay=0", "text/html", s"<html><body>${"x" * (45056 - 26)}</body></html>")
  )
  private val computed = Seq(
    ("/fib?n=20", "text/plain", "6765"),
    ("/iterfib?n=1000", "text/plain", "76137795166849228875"),
    ("/iterfib?n=50000", "text/plain", "18305364252373553125")
  ) ++ Option.when(hasKernels)(Seq(
    ("/kernel?name=fft&n=1", "text/plain", "0.502456"),
    ("/kernel?name=sor&n=10", "text/plain", "0.506304"),
    ("/kernel?name=mc&n=3", "text/plain", "3.118667"),
    ("/kernel?name=sparse&n=1", "text/plain", "1.190647"),
    ("/kernel?name=lu&n=1", "text/plain", "0.045374")
  )).getOrElse(Nil)

  private def check(peer: PeerProcess, path: String, contentType: String, body: String): Unit =
    val answer = peer.get(path)
    assertEquals(answer.statusCode, 200, path)
    assert(clue(answer.headers.firstValue("Content-Type").orElse("none")).startsWith(contentType), path)
    assertEquals(answer.headers.firstValue("Content-Length").orElse("none"), body.length.toString, path)
    assertEquals(answer.body, body, path)

  test("each answer is right, by its body, its length and its type"):
    for (path, contentType, body) <- answers ++ computed do check(plain, path, contentType, body)

  test(further("computations by worker threads give the same")):
    for (path, contentType, body) <- computed do check(worker, path, contentType, body)

  test("what is not there is told as such, and what makes no sense refused; the server goes on"):
    assertEquals(plain.get("/nothing").statusCode, 404)
    assert(plain.get("/fib?n=many").statusCode / 100 != 2)
    if !hasKernels then assertEquals(plain.get("/kernel?name=lu&n=1").statusCode, 404)
    check(plain, "/plaintext", "text/plain", "Hello, World!")

  test("a page is not sent before its delay"):
    val began = System.nanoTime
    check(plain, "/page?delay=170", "text/html", s"<html><body>${"x" * (45056 - 26)}</body></html>")
    assert(clue(System.nanoTime - began) >= 170_000_000)

  test("a connection is kept for one request after the other"):
    val socket = plain.ask("/plaintext")
    try
      for _ <- 1 to 100 do
        assertEquals(bodyOf(socket), "Hello, World!")
        plain.send(socket, "/plaintext")
    finally socket.close()

  test("a WebSocket gets its messages back, in order"):
    val received = new LinkedBlockingQueue[String]
    val socket = plain.client.newWebSocketBuilder
      .buildAsync(URI.create(s"ws://127.0.0.1:${plain.port}/echo"), Receiver(received)).join
    val messages = (1 to 100).map(i => s"message $i") ++ Seq("", "grün 🌿", "x" * 5000)
    for message <- messages do
      val _ = socket.sendText(message, true).join
    assertEquals(messages.map(_ => awaitNext(received)), messages)
    socket.abort()

  test("it has as many event loops as it is told"):
    for (peer, told) <- servers do
      // some start a loop only when there is a connection for it
      val connections = Seq.fill(8)(peer.ask("/plaintext"))
      connections.foreach(bodyOf)
      Eventually.until("it has its loops", s"${loops(peer)}, told $told")(loops(peer) == loopsGiven(told))
      connections.foreach(_.close())

  test(further("with worker threads, a long computation does not hold up others")):
    val long = worker.ask("/fib?n=45")
    try
      check(worker, "/plaintext", "text/plain", "Hello, World!")
      assertEquals(long.getInputStream.available, 0)
    finally long.close()

  test(further("what keeps it from serving ends it, and is told")):
    val taken = PeerProcess.fails(command, s"port=${plain.port}")
    assert(clue(taken.exitCode) != 0)
    assert(clue(taken.written.toLowerCase.replace(" ", "")).contains("inuse"))
    val senseless = PeerProcess.fails(command, "loops=none")
    assert(clue(senseless.exitCode) != 0)
    assert(clue(senseless.written).contains("loops=none: it must be a number from 1 to 1024"))

  test("SIGTERM ends it, whatever it is at"):
    val peers = servers.map(_(0))
    val pending = peers.map(_.ask("/page?delay=300000"))
    // The harness waits 5 s; on a busy machine more may be needed, yet never the minutes of the page.
    peers.foreach(_.tellToEnd())
    for peer <- peers do assert(peer.hasEndedWithin(60), s"it wrote: ${peer.written}")
    pending.foreach(_.close())

  /** Reads one response that tells its length. */
  private def bodyOf(socket: Socket): String =
    val in = socket.getInputStream
    def byte() = in.read() match
      case -1 => fail("the server has closed the connection")
      case b => b.toChar
    val head = Iterator.iterate("")(_ + byte()).find(_.endsWith("\r\n\r\n")).get
    val length = head.linesIterator.map(_.toLowerCase).collectFirst { case s"content-length: $n" =>
      n.trim.toInt
    }
    new String(in.readNBytes(length.get), ISO_8859_1)
end WebPeerContract

private final class Receiver(messages: LinkedBlockingQueue[String]) extends WebSocket.Listener:
  private val message = new StringBuilder

  override def onText(socket: WebSocket, part: CharSequence, last: Boolean): CompletionStage[?] =
    message.append(part)
    if last then
      messages.put(message.toString)
      message.clear()
    socket.request(1)
    CompletableFuture.completedFuture(null)
