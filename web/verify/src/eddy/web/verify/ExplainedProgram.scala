package eddy.web.verify

import eddy.web.Explanation
import eddy.web.verify.Explained.Failure

import java.io.{File, InputStream, PrintStream}
import java.nio.file.{Files, Path}

/** A program that starts as ever, in a JVM of its own, up to where its server would listen; there it explains
  * its handlers, and ends.
  *
  * @param words the main class and its arguments, and `--class-path`
  * @param flags of the program's JVM
  * @param failed exit code if the program does not come as far
  */
private[eddy] final class ExplainedProgram(words: Words, folder: Path, flags: Seq[String], failed: Int):

  /** The explanation. The output of the program goes to `out` and `err`.
    *
    * @param form how it explains, see [[Explanation.Property]]
    * @param timeoutSeconds how long it may take; none for as long as it likes
    * @throws Refusal for a class path that does not exist, no class, and a program that does not come as far
    */
  def explain(form: String, timeoutSeconds: Option[Int], out: PrintStream, err: PrintStream): String =
    val main = words.rest.headOption.getOrElse:
      throw Refusal.wrong(
        "no main class was given",
        s"give the class whose main starts the server, and with --class-path where it is; ${words.seeHelp}"
      )
    val path = classPath
    val file = Files.createTempFile("eddy-explain", ".txt")
    try
      val properties = Seq(Explanation.Property -> form, Explanation.FileProperty -> file.toString) ++
        timeoutSeconds.map(seconds => Explained.TimeoutProperty -> seconds.toString)
      val all = ExplainedProgram.Quiet +: (flags ++ properties.map((key, value) => s"-D$key=$value"))
      val code = run(all ++ Seq("-cp", path), out, err)
      val text = Files.readString(file)
      if text.isEmpty then throw refusal(main, code, timeoutSeconds)
      text
    finally Files.delete(file)

  private def run(options: Seq[String], out: PrintStream, err: PrintStream): Int =
    val java = Path.of(System.getProperty("java.home"), "bin", "java").toString
    val command = (java +: options) ++ ("eddy.web.verify.Explained" +: words.rest)
    val child = ProcessBuilder(command*).redirectInput(ProcessBuilder.Redirect.INHERIT).start()
    val copies = Seq(copy(child.getInputStream, out), copy(child.getErrorStream, err))
    val code = child.waitFor()
    // what the program has started itself may hold its output open for ever
    copies.foreach(_.join(LastOutputMillis))
    code

  private def copy(from: InputStream, to: PrintStream): Thread =
    val work: Runnable = () => from.transferTo(to): Unit
    Thread.ofPlatform.daemon.name("eddy-explain-output").start(work)

  private def refusal(main: String, code: Int, timeoutSeconds: Option[Int]): Refusal =
    def program(what: String, remedy: String) = new Refusal(failed, s"$main $what", remedy)
    Failure.values.find(_.exitCode == code) match
      case Some(Failure.NoClass) =>
        Refusal.wrong(
          s"there is no class $main on the class path",
          "name it in full, with its package, and with --class-path where it is"
        )
      case Some(Failure.NoMain) => Refusal.wrong(s"$main has no main method", "give the class that has it")
      case Some(Failure.Threw) => program("failed before it started a server", "its exception is above")
      case Some(Failure.NoServer) =>
        program("ended without starting a server, so there are no handlers to explain", words.seeHelp)
      case Some(Failure.TimedOut) =>
        val limit = timeoutSeconds.fold("")(seconds => s" within $seconds s")
        program(
          s"did not come to where its server would listen$limit",
          "above is what its threads do; extend it with --timeout SECONDS"
        )
      case None =>
        program(s"ended with exit code $code before it started a server", "its output above may say why")
  end refusal

  private def classPath: String =
    val entries = words.options.get("--class-path").fold(Nil)(ClassPathText.entries(_))
    val more = entries.map(entry => folder.resolve(entry))
    // build tools name folders that are not there if they would be empty
    if more.nonEmpty && !more.exists(Files.exists(_)) then
      throw Refusal.wrong(s"--class-path: there is no ${more.head}", "compile the program first")
    // of ./eddy, when an example is asked for
    val examples = Option(System.getProperty("eddy.examples"))
    ((more.map(_.toString) :+ System.getProperty("java.class.path")) ++ examples).mkString(File.pathSeparator)

  private final val LastOutputMillis = 2000L
end ExplainedProgram

private[eddy] object ExplainedProgram:
  /** A program without a logger of SLF4J's need not say so here. */
  private val Quiet = "-Dslf4j.internal.verbosity=ERROR"
