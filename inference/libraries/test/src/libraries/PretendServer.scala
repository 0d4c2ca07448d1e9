package libraries

import java.net.{InetAddress, ServerSocket, Socket}
import java.nio.charset.StandardCharsets.US_ASCII

/** Answers the first lines of a client's protocol, so that a client can be made whose connection is open. */
final class PretendServer(greeting: String, answer: String => String):
  private val socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress)

  def port: Int = socket.getLocalPort

  /** Listens on a daemon thread until the JVM ends. */
  def start(): PretendServer =
    Thread.ofVirtual().start(() => while true do serve(socket.accept()))
    this

  private def serve(client: Socket): Unit =
    Thread.ofVirtual().start: () =>
      val out = client.getOutputStream
      def send(text: String): Unit =
        out.write(text.getBytes(US_ASCII))
        out.flush()
      send(greeting)
      val in = new java.io.BufferedReader(new java.io.InputStreamReader(client.getInputStream, US_ASCII))
      Iterator.continually(in.readLine).takeWhile(_ != null).foreach(line => send(answer(line)))
end PretendServer

object PretendServer:
  /** Each command begins with the number of its parts. */
  def redis(): PretendServer =
    PretendServer("", line => if line.startsWith("*") then "+OK\r\n" else "").start()

  def nats(): PretendServer =
    val info =
      """INFO {"server_id":"x","server_name":"x","version":"2.10.0","proto":1,"max_payload":1048576,"headers":true}"""
    PretendServer(s"$info\r\n", line => if line == "PING" then "PONG\r\n" else "").start()
