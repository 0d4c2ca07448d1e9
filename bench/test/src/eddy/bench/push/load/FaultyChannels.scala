package eddy.bench.push.load

import java.io.{DataInputStream, IOException, OutputStream}
import java.net.{InetAddress, ServerSocket, Socket}
import java.nio.charset.StandardCharsets.US_ASCII
import java.util.concurrent.CopyOnWriteArrayList

/** A server of the Centrifuge protocol of a few lines, with a fault for the load to find.
  *
  * @param answer what is sent of a publication: gets its line, and how many there were before; each a frame
  */
private final class FaultyChannels(answer: (String, Int) => Seq[String]) extends AutoCloseable:
  private val listener = new ServerSocket(0, 1000, InetAddress.getByName("127.0.0.1"))
  private val members = new CopyOnWriteArrayList[(channel: String, out: OutputStream)]
  // guarded by this, as all that is written
  private var publications = 0

  def port: Int = listener.getLocalPort

  def start(): this.type =
    val _ = Thread.ofVirtual.start: () =>
      try
        while true do
          val socket = listener.accept()
          val _ = Thread.ofVirtual.start(() => serve(socket))
      catch case _: IOException => () // closed
    this

  private def serve(socket: Socket): Unit =
    try
      val in = new DataInputStream(socket.getInputStream)
      val out = socket.getOutputStream
      while line(in).nonEmpty do ()
      out.write("HTTP/1.1 101 Switching\r\nUpgrade: websocket\r\n\r\n".getBytes(US_ASCII))
      while true do
        val command = text(in)
        synchronized(hear(command, out))
    catch case _: IOException => () // the client has gone
    finally socket.close()

  private def hear(command: String, out: OutputStream): Unit = command match
    case s"""{"id":$id,"connect":{}}""" => say(out, s"""{"id":$id,"connect":{"ping":25,"pong":true}}""")
    case s"""{"id":$id,"subscribe":{"channel":"$channel"}}""" =>
      members.add((channel, out))
      // a ping in between, and two replies in one frame
      say(out, s"""{"id":$id,"subscribe":{}}\n{}""")
    case s"""{"id":$id,"publish":{"channel":"$channel","data":$data}}""" =>
      val pushes = answer(s"""{"push":{"channel":"$channel","pub":{"data":$data}}}""", publications)
      publications += 1
      for push <- pushes do members.forEach(m => if m.channel == channel then say(m.out, push))
      say(out, s"""{"id":$id,"publish":{}}""")
    case "{}" => ()
    case other => say(out, s"""{"id":1,"error":{"code":107,"message":"$other"}}""")

  private def say(out: OutputStream, text: String): Unit =
    val bytes = text.getBytes(US_ASCII)
    val head =
      if bytes.length < 126 then Array(0x81, bytes.length)
      else Array(0x81, 126, bytes.length >> 8, bytes.length & 0xff)
    out.write(head.map(_.toByte) ++ bytes)

  private def line(in: DataInputStream): String =
    Iterator.continually(in.readByte().toChar).takeWhile(_ != '\n').mkString.trim

  /** Of a masked frame, whose mask must be of zeros. */
  private def text(in: DataInputStream): String =
    in.readByte(): Unit
    val short = in.readByte() & 0x7f
    val length = if short < 126 then short else in.readUnsignedShort()
    if in.readInt() != 0 then throw IOException("not masked with zeros")
    new String(in.readNBytes(length), US_ASCII)

  override def close(): Unit = listener.close()
end FaultyChannels
