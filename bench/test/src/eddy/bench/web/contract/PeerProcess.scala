package eddy.bench.web.contract

import eddy.testing.{Eventually, FreePort}

import java.io.IOException
import java.net.http.HttpResponse.BodyHandlers
import java.net.http.{HttpClient, HttpRequest, HttpResponse}
import java.net.{InetAddress, Socket, URI}
import java.nio.file.{Files, Path}
import java.util.concurrent.TimeUnit.SECONDS
import scala.jdk.CollectionConverters.*
import scala.jdk.StreamConverters.*

/** A contender of `./eddy bench web` as a process, started as the harness starts it. */
private[bench] final class PeerProcess private (process: Process, val port: Int, log: Path)
    extends AutoCloseable:
  val client: HttpClient = HttpClient.newBuilder.version(HttpClient.Version.HTTP_1_1).build

  private var told = Seq.empty[ProcessHandle]

  def pid: Long = process.pid

  def isAlive: Boolean = process.isAlive

  /** Processes of a cluster. */
  def children: Seq[ProcessHandle] = process.children.toScala(Seq)

  def get(path: String): HttpResponse[String] =
    val request = HttpRequest.newBuilder(URI.create(s"http://127.0.0.1:$port$path")).build
    client.send(request, BodyHandlers.ofString)

  /** A connection over which `GET path` has been sent; its answer has yet to be read. */
  def ask(path: String): Socket =
    val socket = new Socket(InetAddress.getByName("127.0.0.1"), port)
    send(socket, path)
    socket

  def send(socket: Socket, path: String): Unit =
    socket.getOutputStream.write(s"GET $path HTTP/1.1\r\nHost: 127.0.0.1:$port\r\n\r\n".getBytes)

  /** By SIGTERM. */
  def tellToEnd(): Unit =
    told = process.toHandle +: process.descendants.toScala(Seq)
    process.destroy()

  /** Whether it and its children, at the time of the signal, end within so many seconds. */
  def hasEndedWithin(seconds: Int): Boolean =
    val last = System.nanoTime + SECONDS.toNanos(seconds)
    told.forall: handle =>
      try
        val _ =
          handle.onExit.get(math.max(0, last - System.nanoTime), java.util.concurrent.TimeUnit.NANOSECONDS)
        true
      catch case _: java.util.concurrent.TimeoutException => false

  def written: String = Files.readString(log)

  override def close(): Unit =
    (process.descendants.toScala(Seq) :+ process.toHandle).foreach(_.destroyForcibly(): Unit)
    client.shutdownNow()
    Files.deleteIfExists(log): Unit

  private def answers: Boolean =
    try get("/plaintext").statusCode == 200
    catch case _: IOException => false
end PeerProcess

private[bench] object PeerProcess:
  /** Starts `command` with the arguments of its contract, and waits until it answers.
    *
    * @throws IllegalStateException when it ends instead, with what it has written
    */
  def start(command: Seq[String], arguments: String*): PeerProcess =
    val port = FreePort.any()
    val log = Files.createTempFile("eddy-peer", ".log")
    val builder = new ProcessBuilder(command ++ Seq(s"port=$port") ++ arguments*)
    val peer =
      new PeerProcess(builder.redirectErrorStream(true).redirectOutput(log.toFile).start(), port, log)
    val name = command.mkString(" ")
    try
      Eventually.until(s"$name serves", s"It wrote:\n${peer.written}")(peer.answers || !peer.isAlive)
      if !peer.isAlive then throw IllegalStateException(s"$name does not serve; it wrote:\n${peer.written}")
    catch
      case failure: Throwable =>
        peer.close()
        throw failure
    peer

  /** Starts what cannot serve; its exit code and what it has written. */
  def fails(command: Seq[String], arguments: String*): (exitCode: Int, written: String) =
    val process = new ProcessBuilder(command ++ arguments*).redirectErrorStream(true).start()
    try
      val written = new String(process.getInputStream.readAllBytes)
      (process.waitFor(), written)
    finally process.destroyForcibly(): Unit

  /** What `jcmd` tells of all threads of a JVM, the virtual ones too: blocks of a line for the thread, then its stack. */
  def threadsOf(pid: Long): Seq[Seq[String]] =
    val file = Files.createTempFile("eddy-threads", ".txt")
    val jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString
    try
      val asked = new ProcessBuilder(jcmd, pid.toString, "Thread.dump_to_file", "-overwrite", file.toString)
        .redirectErrorStream(true).start()
      val said = new String(asked.getInputStream.readAllBytes)
      if asked.waitFor() != 0 then throw IllegalStateException(s"$jcmd: $said")
      blocks(Files.readAllLines(file).asScala.toSeq)
    finally Files.delete(file)

  private def blocks(lines: Seq[String]): Seq[Seq[String]] =
    lines.foldLeft(Vector(Vector.empty[String])): (done, line) =>
      if line.isBlank then done :+ Vector.empty else done.init :+ (done.last :+ line)
    .filter(_.nonEmpty)
end PeerProcess
