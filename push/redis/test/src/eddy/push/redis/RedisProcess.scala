package eddy.push.redis

import eddy.testing.{Eventually, FreePort, Frozen, Need, Waits}

import java.net.{InetSocketAddress, Socket}
import java.nio.file.{Files, Path}
import java.util.concurrent.TimeUnit
import scala.util.{Try, Using}

import io.lettuce.core.RedisClient
import io.lettuce.core.api.sync.RedisCommands

/** A real redis-server (or a Sentinel) on a port of its own, that can be killed and started again there. */
final class RedisProcess(program: Path, val port: Int, arguments: Seq[String], sentinel: Boolean = false):
  val folder: Path = RedisProcess.newFolder()
  private var process: Process | Null = null

  def uri: String = s"redis://127.0.0.1:$port"

  /** Returns when it answers. */
  def start(): this.type =
    val common =
      Seq("--port", port.toString, "--bind", "127.0.0.1", "--dir", folder.toString, "--daemonize", "no")
    val command = if sentinel then program.toString +: arguments :+ "--sentinel"
    else program.toString +: (common ++ arguments)
    process =
      ProcessBuilder(command*).redirectErrorStream(true).redirectOutput(folder.resolve("log").toFile).start()
    Eventually.until(s"redis-server on port $port answers", detail = log)(answers)
    this

  /** As when its machine dies: nothing is saved. */
  def kill(): Unit =
    val running = process
    if running != null then
      running.destroyForcibly(): Unit
      running.waitFor(Waits.LimitSeconds, TimeUnit.SECONDS): Unit
      process = null

  /** It neither answers nor closes its connections, or does again. */
  def stopAnswering(): Unit = Frozen.freeze(process.nn)
  def answerAgain(): Unit = Frozen.thaw(process.nn)

  def commands[A](use: RedisCommands[String, String] => A): A =
    val client = RedisClient.create(uri)
    try use(client.connect().sync)
    finally client.shutdown()

  /** Sends any command; the text of its answer, without the protocol's signs and lengths. */
  def commandsRaw(command: String*): String = Using.resource(Socket()): socket =>
    socket.connect(InetSocketAddress("127.0.0.1", port), Waits.limit.toMillis.toInt)
    socket.setSoTimeout(Waits.limit.toMillis.toInt)
    val bulks = command.map(word => s"$$${word.length}\r\n$word\r\n").mkString
    socket.getOutputStream.write(s"*${command.length}\r\n$bulks".getBytes)
    RedisProcess.answer(java.io.BufferedReader(java.io.InputStreamReader(socket.getInputStream)))

  private def answers: Boolean = Try {
    Using.resource(Socket()): socket =>
      socket.connect(InetSocketAddress("127.0.0.1", port), 1000)
      socket.setSoTimeout(2000)
      socket.getOutputStream.write("PING\r\n".getBytes)
      // -NOAUTH also shows that it is up; -LOADING is not yet
      val first = new String(socket.getInputStream.readNBytes(5))
      first == "+PONG" || first == "-NOAU"
  }.getOrElse(false)

  private def log: String = Try(Files.readString(folder.resolve("log")).nn).getOrElse("no log")
end RedisProcess

object RedisProcess:
  val need: Need = Need.program("apt-get install redis-server", "redis-server")

  private val folders = java.util.concurrent.ConcurrentLinkedQueue[Path]()
  // at the end of the JVM, as a server that was killed may be started again with its data
  Runtime.getRuntime.addShutdownHook(Thread(() => folders.forEach(remove(_))))

  private def newFolder(): Path =
    val folder = Files.createTempDirectory("eddy-redis").nn
    folders.add(folder): Unit
    folder

  private def remove(folder: Path): Unit =
    Using.resource(Files.walk(folder).nn): files =>
      files.sorted(java.util.Comparator.reverseOrder[Path]()).forEach(Files.deleteIfExists(_): Unit)

  def free(): Int = FreePort.any()

  /** Sends its data to a replica at once, without the usual five seconds of waiting for further replicas. */
  def server(arguments: String*): RedisProcess =
    val usual = Seq("--save", "", "--appendonly", "no", "--repl-diskless-sync-delay", "0")
    RedisProcess(need.path, free(), usual ++ arguments)

  private def answer(in: java.io.BufferedReader): String =
    val line = in.readLine.nn
    line.head match
      case '$' if line != "$-1" =>
        val text = new Array[Char](line.tail.toInt)
        var read = 0
        while read < text.length do read += in.read(text, read, text.length - read)
        in.readLine: Unit
        String(text)
      case '*' if line != "*-1" => (1 to line.tail.toInt).map(_ => answer(in)).mkString("\n")
      case '-' => throw IllegalStateException(line)
      case _ => line.tail
end RedisProcess
