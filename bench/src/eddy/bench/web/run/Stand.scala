package eddy.bench.web.run

import eddy.bench.ProcessUse
import eddy.bench.contest.{Children, Fault}
import eddy.bench.web.load.Ask
import eddy.testing.FreePort

import java.io.IOException
import java.net.URI
import java.net.http.{HttpClient, HttpRequest, HttpResponse}
import java.nio.charset.StandardCharsets.{ISO_8859_1, UTF_8}
import java.nio.file.{Files, Path}
import java.util.concurrent.TimeUnit
import scala.annotation.tailrec
import scala.concurrent.duration.{DurationInt, FiniteDuration}
import scala.jdk.CollectionConverters.*

/** A contender's server that runs, or is starting. */
private[bench] final class Stand private (
    val contender: WebContender,
    process: Process,
    val port: Int,
    children: Children,
    log: Path
) extends AutoCloseable:
  def name: String = contender.name
  def isAlive: Boolean = process.isAlive

  /** CPU and memory of its process and of those below it; memory that they share counts for each. */
  def use: ProcessUse =
    val all = process.toHandle +: process.descendants.toList.asScala.toSeq
    val uses = all.flatMap(p => ProcessUse.of(p.pid))
    ProcessUse(uses.map(_.cpuNanos).sum, uses.map(_.bytes).sum, uses.map(_.peakBytes).sum)

  /** What its process has written to disks; 0 where there is no /proc. */
  def writtenBytes: Long = ProcessUse.writtenBytes(process.pid)

  /** Waits until it answers. */
  def ready(within: FiniteDuration): Option[Fault] =
    val until = System.nanoTime + within.toNanos
    def tryAgain(): Option[Fault] =
      if answers then None
      else if !process.isAlive then Some(ended)
      else if System.nanoTime > until then
        Some(Fault.Broken(s"did not answer within $within, see ${log.getFileName}"))
      else
        val _ = process.waitFor(20, TimeUnit.MILLISECONDS)
        tryAgain()
    tryAgain()

  /** What is wrong with its answer to `ask`, header included. */
  def check(ask: Ask): Option[Fault] =
    try
      val answer = get(ask.path, 60.seconds)
      val contentType = answer.headers.firstValue("content-type").orElse("none").toLowerCase
      val body = new String(answer.body, ISO_8859_1)
      val right = new String(ask.body, ISO_8859_1)
      if answer.statusCode == 404 then Some(Fault.Unable(s"does not offer ${ask.path.takeWhile(_ != '?')}"))
      else if answer.statusCode == ask.status && ask.allows(body) && contentType.startsWith(ask.contentType)
      then
        None
      else
        def short(s: String) = if s.length > 60 then s"${s.take(57)}... (${s.length} bytes)" else s
        Some(Fault.Wrong(
          s"WRONG ANSWER to GET ${ask.path}: ${answer.statusCode} $contentType '${short(body)}', must be ${ask.status} ${ask.contentType} '${short(right)}'"
        ))
    catch case e: IOException => Some(if process.isAlive then Fault.Broken(s"GET ${ask.path}: $e") else ended)

  /** The body of its answer, if that is 200. */
  def body(path: String): Option[String] =
    try
      val answer = get(path, 60.seconds)
      Option.when(answer.statusCode == 200)(new String(answer.body, UTF_8))
    catch case _: IOException => None // the check that follows says why

  /** Has a JVM collect its garbage; others do when they like. */
  def collect(): Unit =
    if contender.jvm then
      val jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString
      // the serial collector gives back none of what is free, then a tenth, four tenths, and all
      val commands = Files.writeString(Files.createTempFile("eddy-jcmd", ".txt"), "GC.run\n" * 4)
      val done = new ProcessBuilder(jcmd, process.pid.toString, "-f", commands.toString)
        .redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start()
      val _ = done.waitFor(80, TimeUnit.SECONDS)
      Files.delete(commands)

  /** Waits until it does nothing any more; false when it goes on working off what nobody waits for. */
  def settles(within: FiniteDuration): Boolean = Stand.settle(Seq(this), within) && isAlive

  /** Why it has ended. */
  def ended: Fault =
    val last =
      // what is indented belongs to the line before, such as where an exception comes from
      if Files.exists(log) then
        Files.readAllLines(log).asScala.filterNot(l => l.isBlank || l.startsWith("\t")).lastOption
      else None
    val code = if process.waitFor(1, TimeUnit.SECONDS) then s"exit code ${process.exitValue}" else "but runs"
    Fault.Broken(
      if children.wasStarved(process) then "was killed, as the machine was running out of memory"
      else s"ended by itself, $code${last.fold("")(": " + _)}"
    )

  override def close(): Unit =
    val _ = process.toHandle.destroy()
    if !process.waitFor(6, TimeUnit.SECONDS) then
      children.kill(process)
      val _ = process.waitFor(10, TimeUnit.SECONDS)

  private def answers: Boolean =
    try get(contender.ready, 5.seconds).statusCode == 200
    catch case _: IOException => false // not yet

  private def get(path: String, within: FiniteDuration): HttpResponse[Array[Byte]] =
    val uri = URI.create(s"http://127.0.0.1:$port$path")
    val request = HttpRequest.newBuilder(uri).timeout(java.time.Duration.ofMillis(within.toMillis)).build
    Stand.http.send(request, HttpResponse.BodyHandlers.ofByteArray)
end Stand

private[bench] object Stand:
  /** Waits until these, together, use less than a seventh of a core, since none of them is asked; false when they go on. */
  def settle(stands: Seq[Stand], within: FiniteDuration): Boolean =
    val until = System.nanoTime + within.toNanos
    def used = stands.filter(_.isAlive).map(_.use.cpuNanos).sum
    @tailrec def wait(before: Long): Boolean =
      TimeUnit.MILLISECONDS.sleep(200)
      val now = used
      now - before <= 30_000_000 || System.nanoTime < until && wait(now)
    wait(used)

  private lazy val http =
    HttpClient.newBuilder.version(
      HttpClient.Version.HTTP_1_1
    ).followRedirects(HttpClient.Redirect.NEVER).build

  /** What a user has set for other programs must not make one contender another. */
  private val foreign =
    Seq("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "NODE_OPTIONS", "UV_THREADPOOL_SIZE")

  /** @throws IOException when there is no such program */
  def start(contender: WebContender, launch: Launch, children: Children, folder: Path): Stand =
    val port = FreePort.any()
    val log = folder.resolve(s"${contender.name}.log")
    val builder = new ProcessBuilder(contender.command(launch, port)*).directory(folder.toFile)
    foreign.foreach(builder.environment.remove(_))
    builder.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile))
    new Stand(contender, children.start(builder), port, children, log)
end Stand
