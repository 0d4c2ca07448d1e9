package eddy.bench.web

import java.io.{BufferedReader, IOException, InputStreamReader}
import java.net.{InetAddress, ServerSocket, Socket}
import java.nio.charset.StandardCharsets.US_ASCII
import java.util.concurrent.atomic.AtomicLong

/** An HTTP server of a few lines, with a fault for the load to find.
  *
  * @param answer what is written for the n-th request, counted from 0; nothing closes the connection, and
  *   so does one that says so. It may block.
  */
private final class FaultyServer(answer: Long => Option[String]) extends AutoCloseable:
  private val listener = new ServerSocket(0, 1000, InetAddress.getByName("127.0.0.1"))
  private val requests = new AtomicLong

  def port: Int = listener.getLocalPort

  def start(): this.type =
    val _ = Thread.ofVirtual.start(() => accept())
    this

  private def accept(): Unit =
    try
      while true do
        val socket = listener.accept()
        val _ = Thread.ofVirtual.start(() => serve(socket))
    catch case _: IOException => () // closed

  private def serve(socket: Socket): Unit =
    try
      val in = new BufferedReader(new InputStreamReader(socket.getInputStream, US_ASCII))
      var open = true
      while open do
        if in.readLine() == null then open = false
        else
          while in.readLine().nonEmpty do ()
          answer(requests.getAndIncrement()) match
            case Some(text) =>
              socket.getOutputStream.write(text.getBytes(US_ASCII))
              open = !text.contains("Connection: close")
            case None => open = false
    catch case _: (IOException | NullPointerException) => () // the client has gone
    finally socket.close()

  override def close(): Unit = listener.close()
end FaultyServer

private object FaultyServer:
  def ok(body: String): String = whole("200 OK", body)
  def whole(status: String, body: String): String =
    s"HTTP/1.1 $status\r\nContent-Type: text/plain\r\nContent-Length: ${body.length}\r\n\r\n$body"
