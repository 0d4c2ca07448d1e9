package eddy.launcher

import eddy.launcher.config.{Layers, Settings}

import java.io.{BufferedReader, InputStreamReader, PrintStream}
import java.net.{InetAddress, Socket}
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}
import scala.util.Using

/** A short life of the server, in which the JVM learns for the start cache what the next starts will need:
  * every kind of
  * answer is asked for once. Not for people; ./eddy runs it.
  */
private[launcher] object Training:
  def run(out: PrintStream, err: PrintStream): Int =
    val nowhere = Path.of("/")
    for arguments <- Seq(Seq("version"), Seq("config"), Seq("help", "serve"), Seq("sevre")) do
      val _ = Main.run(arguments, Map.empty, nowhere, out, err)
    val folder = Files.createTempDirectory("eddy-training").nn
    // The defaults, whatever the user's file and environment say, but on a port of its own.
    val own = Map(
      "eddy.port" -> ("--port", "0"),
      "eddy.host" -> ("--host", "127.0.0.1"),
      "eddy.trading.database" -> ("training", s"jdbc:sqlite:${folder.resolve("trading.sqlite")}"),
      // otherwise a first start analyses what a slow machine has not analysed here
      "eddy.web.analysis-within" -> ("training", "1 hour"),
      // off by default with a database that is an address
      "eddy.trading.simulation.enabled" -> ("training", "true")
    )
    val settings = Settings.from(Layers.merge(own, Map.empty, None, nowhere)(0))
    LogFormat.install(settings.logLevel)
    val service = Service.start(settings)
    try
      val order = "/trading/sell?product=ACME&trader=trainee&quantity=1&price=100"
      for path <- Seq("/", "/chat/", "/trading/", order, "/health", "/metrics", "/nothing") do
        out.println(s"$path: ${ask(service.port, s"GET $path")}")
      for running <- Seq(true, false) do
        out.println(
          s"simulation: ${ask(service.port, "PUT /trading/api/simulation", s"""{"running":$running}""")}"
        )
      for (path, says) <- streams do out.println(s"$path: ${talk(service.port, path, says)}")
    finally
      val _ = service.stop()
      Using.resource(Files.list(folder).nn)(_.forEach(Files.delete(_)))
      Files.delete(folder)
    out.println(Serve.greeting(service.url, service.applications, service.joining))
    0
  end run

  /** Where streams are opened, and what is said on them; nothing on those that are no WebSockets. */
  private val streams = Seq(
    "/chat/events?room=training&name=trainee" -> Nil,
    "/chat/ws" -> Seq(
      """{"type":"join","room":"training","name":"trainee"}""",
      """{"type":"say","id":"1","text":"hello"}"""
    ),
    "/trading/live/connection/websocket" -> Seq("""{"id":1,"connect":{}}""")
  )

  /** The status line of the answer, which is read to its end. */
  private def ask(port: Int, request: String, body: String = ""): String = connected(port): socket =>
    val fields = Seq(
      s"$request HTTP/1.1",
      s"Host: 127.0.0.1:$port",
      "Accept-Encoding: gzip",
      "Connection: close",
      "Content-Type: application/json",
      s"Content-Length: ${body.length}"
    )
    send(socket, s"${fields.mkString("\r\n")}\r\n\r\n$body".getBytes)
    val answer = new String(socket.getInputStream.readAllBytes, UTF_8)
    answer.linesIterator.nextOption().getOrElse("no answer")

  /** Opens a stream, a WebSocket if there is something to say, and reads what comes first. */
  private def talk(port: Int, path: String, says: Seq[String]): String = connected(port): socket =>
    val upgrade =
      "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dHJhaW5pbmcgdHJhaW5pbg==\r\n"
    val kind = if says.nonEmpty then upgrade else "Accept: text/event-stream\r\n"
    send(socket, s"GET $path HTTP/1.1\r\nHost: 127.0.0.1:$port\r\n$kind\r\n".getBytes)
    val lines = new BufferedReader(new InputStreamReader(socket.getInputStream, UTF_8))
    val status = String.valueOf(lines.readLine)
    if says.nonEmpty then
      Iterator.continually(lines.readLine).takeWhile(l => l != null && l.nonEmpty).foreach(_ => ())
      says.foreach(text => send(socket, frame(text)))
      val _ = lines.read()
    status

  /** A text frame (RFC 6455, section 5.2) whose mask is all zero: the text goes as it is. */
  private def frame(text: String): Array[Byte] =
    val bytes = text.getBytes(UTF_8)
    Array[Byte](0x81.toByte, (0x80 | bytes.length).toByte, 0, 0, 0, 0) ++ bytes

  private def send(socket: Socket, bytes: Array[Byte]): Unit =
    socket.getOutputStream.write(bytes)
    socket.getOutputStream.flush()

  private def connected[A](port: Int)(use: Socket => A): A =
    val socket = new Socket(InetAddress.getByName("127.0.0.1"), port)
    try
      socket.setSoTimeout(60_000)
      use(socket)
    finally socket.close()
end Training
