package eddy.web.testkit.internal

import eddy.actor.testkit.Simulation
import eddy.web.internal.{HttpConnection, ServerCore}
import eddy.web.testkit.SimulatedCall

import java.nio.charset.StandardCharsets.UTF_8
import scala.collection.mutable

import io.netty.buffer.{ByteBuf, Unpooled}
import io.netty.channel.embedded.EmbeddedChannel
import io.netty.handler.codec.http.HttpVersion.HTTP_1_1
import io.netty.handler.codec.http.{DefaultFullHttpRequest, HttpMethod}

/** Moves bytes between a service and its clients, all in memory: after each step of the simulation, whatever
  * there is. The protocol is the server's own; its time stands still.
  */
private[testkit] final class Wire(sim: Simulation, core: ServerCore):
  private val links = mutable.ArrayBuffer.empty[Link]
  sim.always("bytes move"):
    move()
    true

  def call(method: String, path: String, body: String, headers: Seq[(String, String)]): SimulatedCall =
    val content = body.getBytes(UTF_8)
    val request =
      DefaultFullHttpRequest(HTTP_1_1, HttpMethod.valueOf(method), path, Unpooled.wrappedBuffer(content))
    request.headers.set("Host", "service"): Unit
    if content.nonEmpty || method == "POST" || method == "PUT" || method == "PATCH" then
      request.headers.set("Content-Length", content.length).set("Content-Type", "application/json"): Unit
    headers.groupMap(_._1)(_._2).foreach: (name, values) =>
      request.headers.set(name, java.util.List.of(values*)): Unit
    val call = new SimulatedCall(s"$method $path", sim)
    val client = EmbeddedChannel(call.handlers*)
    connect(client)
    client.writeOutbound(request): Unit
    move()
    call

  def socket(path: String, headers: Seq[(String, String)]): SocketClient =
    val socket = SocketClient(path, headers)
    connect(socket.channel)
    move()
    socket

  private def connect(client: EmbeddedChannel): Unit =
    links += Link(client, EmbeddedChannel(HttpConnection(core)))

  /** Until nothing is on the way. */
  def move(): Unit =
    while links.count(_.move()) > 0 do ()
    links.filterInPlace(_.isOpen): Unit
end Wire

private[testkit] final class Link(client: EmbeddedChannel, server: EmbeddedChannel):
  server.freezeTime()
  client.freezeTime()

  def isOpen: Boolean = server.isOpen || client.isOpen

  /** False when there was nothing. */
  def move(): Boolean =
    client.runPendingTasks()
    server.runPendingTasks()
    val there = hand(client, server)
    val back = hand(server, client)
    val ends = server.isOpen != client.isOpen
    if ends then
      server.close(): Unit
      client.close(): Unit
    there || back || ends

  private def hand(from: EmbeddedChannel, to: EmbeddedChannel): Boolean =
    var any = false
    var bytes: ByteBuf | Null = from.readOutbound[ByteBuf]()
    while bytes != null do
      any = true
      if to.isOpen then to.writeInbound(bytes): Unit else bytes.release(): Unit
      bytes = from.readOutbound[ByteBuf]()
    any
end Link
