package eddy.bench.peers

import java.io.{BufferedReader, InputStreamReader, PrintStream}
import java.nio.charset.StandardCharsets.UTF_8

/** The side of a JVM contender in the talk with the harness, by lines on stdin and stdout:
  * {{{
  * <program …> <workload> key=value …
  * harness:   go <n>
  * contender: done <n> <nanos> <answer> [key=value …]      or      error <text>
  * }}}
  * A program's main is one call:
  * {{{
  * def main(args: Array[String]): Unit = Contender.main(args):
  *   case ("pingpong", params) => Pingpong(params.int("pairs"))
  * }}}
  */
object Contender:
  /** A contender's workloads by name. A name that it has not is answered with an error. */
  type Workloads = PartialFunction[(String, Params), Workload]

  /** Serves stdin until it ends, then ends the process with code 0 at once, whatever threads still run. */
  def main(args: Array[String])(workloads: Workloads): Unit =
    val replies = System.out.nn
    // A library that prints must not break the talk.
    System.setOut(System.err)
    serve(args.toSeq, BufferedReader(InputStreamReader(System.in, UTF_8)), replies)(workloads)
    Runtime.getRuntime.nn.halt(0)

  /** Answers each line until the input ends, then closes the workload. */
  def serve(args: Seq[String], commands: BufferedReader, replies: PrintStream)(workloads: Workloads): Unit =
    val workload = attempt(make(args, workloads))
    var line = commands.readLine()
    while line != null do
      replies.println(workload.flatMap(answer(_, line.nn)).merge)
      replies.flush()
      line = commands.readLine()
    workload.foreach(_.close())

  private def make(args: Seq[String], workloads: Workloads): Workload =
    val name = args.headOption.getOrElse(throw IllegalArgumentException("give a workload as first argument"))
    val params = Params.parse(name, args.tail)
    workloads.applyOrElse((name, params), _ => throw Unsupported(s"there is no workload $name here"))

  private def answer(workload: Workload, line: String): Either[String, String] =
    attempt:
      val n = line match
        case s"go $n" if n.toLongOption.exists(_ > 0) => n.toLong
        case _ => throw IllegalArgumentException(s"not understood: $line; the only command is go <n>")
      val done = workload.go(n)
      val extras = done.extras.map((key, value) => s" $key=$value").mkString
      s"done $n ${done.nanos} ${done.answer}$extras"

  /** Left is the line that tells of the failure; the whole of an unforeseen one goes to stderr. */
  private def attempt[A](work: => A): Either[String, A] =
    try Right(work)
    catch
      case e: Unsupported => Left(errorLine(e.getMessage))
      case e: OutOfMemoryError => Left(errorLine(s"out of memory: ${e.getMessage}"))
      case e: (Exception | StackOverflowError | LinkageError) =>
        e.printStackTrace(Console.err)
        Left(errorLine(e.toString))

  private def errorLine(text: String | Null): String =
    s"error ${String.valueOf(text).linesIterator.mkString(" ")}"
end Contender
