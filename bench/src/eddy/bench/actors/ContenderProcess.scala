package eddy.bench.actors

import eddy.bench.ProcessUse
import eddy.bench.actors.Reply.Done
import eddy.bench.contest.{Children, Fault}

import java.io.IOException
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path, StandardOpenOption}
import java.util.concurrent.{ArrayBlockingQueue, TimeUnit}
import scala.concurrent.duration.FiniteDuration
import scala.jdk.CollectionConverters.*

/** A contender at work on one configuration. Used by one thread.
  *
  * @param log what it writes besides replies
  */
private[actors] final class ContenderProcess private (process: Process, children: Children, log: Path)
    extends AutoCloseable:
  // One reply for each go: a contender that says more waits until that is read.
  private val replies = new ArrayBlockingQueue[Option[Reply]](4)
  private val reader = Thread.ofVirtual.name("contender-replies").unstarted(() => read())
  private val commands = process.outputWriter(UTF_8)

  def pid: Long = process.pid

  /** Has it do `n` operations. The CPU time of its processes is the extra `cpu`, where the system tells it.
    * After a fault other than [[Fault.Unable]] it has been killed.
    */
  def go(n: Long, within: FiniteDuration): Either[Fault, Done] =
    val before = cpuNanos
    for done <- answered(n, within) yield
      val used = for start <- before; end <- cpuNanos yield "cpu" -> (end - start).toDouble
      done.copy(extras = done.extras ++ used)

  private def cpuNanos: Option[Long] =
    val all = process.pid +: process.descendants.map(_.pid).toList.asScala.toSeq
    val known = all.flatMap(ProcessUse.of(_)).map(_.cpuNanos)
    Option.when(known.nonEmpty)(known.sum)

  private def answered(n: Long, within: FiniteDuration): Either[Fault, Done] =
    try
      commands.write(s"go $n\n")
      commands.flush()
      Option(replies.poll(within.toMillis, TimeUnit.MILLISECONDS)) match
        case None =>
          kill()
          Left(Fault.Broken(s"did not answer within $within and was killed"))
        case Some(None) => Left(ended)
        case Some(Some(Reply.Error(text))) => Left(Fault.Unable(text))
        case Some(Some(done: Done)) if done.n != n =>
          close()
          Left(Fault.Broken(s"was told go $n and answered for ${done.n}"))
        case Some(Some(done: Done)) => Right(done)
    catch case _: IOException => Left(ended) // it does not read any more

  /** Tells it that there is no more to do; kills it if it does not end at that. */
  override def close(): Unit =
    try commands.close()
    catch case _: IOException => () // it has ended, with a command unread
    if !process.waitFor(2, TimeUnit.SECONDS) then kill()
    reader.interrupt()
    if Files.exists(log) && Files.size(log) == 0 then Files.delete(log)

  private def kill(): Unit =
    children.kill(process)
    val _ = process.waitFor(10, TimeUnit.SECONDS)

  private def ended: Fault =
    val code = if process.waitFor(10, TimeUnit.SECONDS) then s"exit code ${process.exitValue}"
    else "its output closed"
    val written = if Files.exists(log) then new String(Files.readAllBytes(log), UTF_8) else ""
    val last = written.linesIterator.filterNot(_.isBlank).toSeq.lastOption
    val why =
      if children.wasStarved(process) then "was killed, as the machine was running out of memory"
      else s"ended by itself, $code${last.fold("")(line => s": $line")}"
    close()
    Fault.Broken(why)

  private def read(): Unit =
    try
      val lines = process.inputReader(UTF_8).lines.iterator
      while lines.hasNext do
        val line = lines.next
        Reply.parse(line) match
          case None => note(line)
          case reply => replies.put(reply)
      replies.put(None)
    catch
      case _: InterruptedException => () // closed
      case _: (java.io.UncheckedIOException | IOException) =>
        replies.offer(None): Unit // killed while it was read

  private def note(line: String): Unit =
    Files.writeString(log, s"$line\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND): Unit
end ContenderProcess

private[actors] object ContenderProcess:
  /** What a user has set for other programs must not make one contender another. */
  private val foreign = Seq(
    "JAVA_TOOL_OPTIONS",
    "JDK_JAVA_OPTIONS",
    "_JAVA_OPTIONS",
    "ERL_FLAGS",
    "ERL_AFLAGS",
    "ERL_ZFLAGS",
    "GOMAXPROCS",
    "GOGC",
    "GODEBUG",
    "GOMEMLIMIT"
  )

  /** @param folder where it runs and `log` lies; the log of another try is added to
    * @throws IOException when there is no such program
    */
  def start(command: Seq[String], children: Children, log: Path): ContenderProcess =
    val builder = new ProcessBuilder(command*).directory(log.getParent.toFile)
    foreign.foreach(builder.environment.remove(_))
    builder.redirectError(ProcessBuilder.Redirect.appendTo(log.toFile))
    val contender = new ContenderProcess(children.start(builder), children, log)
    contender.reader.start()
    contender
end ContenderProcess
