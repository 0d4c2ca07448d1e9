package eddy.web.verify

import eddy.inference.report.HandlerReport
import eddy.web.ReportJson

import java.io.{IOException, PrintStream}
import java.nio.file.{Files, Path}
import scala.util.control.NonFatal

import picocli.CommandLine.Model.CommandSpec

/** `verify <main class>`: fails when handlers run less in parallel than a baseline says. */
private[eddy] object VerifyCommand:
  /** Neither verified nor failed. */
  private final val NotVerified = 3
  private final val TimeoutSeconds = 120

  def spec: CommandSpec =
    val spec = Arguments.described(
      "verify",
      "Fails when a handler of a program runs alone or is rejected, or, with a baseline, when a handler is " +
        "classified worse than there or excludes another one that it did not exclude.",
      "Exit codes: 0 verified, 1 a handler or pair fails, 2 asked for something wrong, 3 not verified, since " +
        "the program did not start, or a file cannot be read or written; see docs/inference.md."
    )
    val options = Seq(
      Arguments.option("--baseline", "FILE", "What the handlers were; to be committed."),
      Arguments.flag("--write", "Writes the baseline, instead of comparing with it."),
      Arguments.option(
        "--allow",
        "FILE",
        "Lines of handlers or pairs that may be worse, each with # and a reason."
      ),
      Arguments.flag("--json", "Prints the result as JSON."),
      Arguments.option(
        "--timeout",
        "SECONDS",
        s"How long the program may take until its server would listen; $TimeoutSeconds unless given."
      )
    )
    options.foreach(spec.addOption)
    ExplainCommand.withProgram(spec)
  end spec

  /** @param flags of the program's JVM
    * @throws Refusal for a file or a line that is wrong
    */
  def run(words: Words, folder: Path, flags: Seq[String], out: PrintStream, err: PrintStream): Int =
    def file(option: String) = words.options.get(option).map(folder.resolve(_))
    val writes = words.options.contains("--write")
    val baseline = file("--baseline")
    if writes && baseline.isEmpty then
      throw Refusal.wrong("--write needs a file to write", "name it with --baseline FILE")
    // before the program starts, which takes its time
    val before =
      if writes then None else baseline.map(f => Baseline.parse(read(words, "--baseline", f), f.toString))
    val allowed = file("--allow").map(f => f -> read(words, "--allow", f))
    val report = explained(words, folder, flags, err)
    val now = Baseline.of(report)
    val allowances = allowed.fold(Allowances.none): (f, text) =>
      Allowances.parse(text, f.toString, now.kinds.keys)
    baseline.filter(_ => writes).foreach(write(_, now.text))
    val verdict = Verdict.of(report, if writes then Some(now) else before, allowances)
    val against = baseline match
      case Some(_) if writes => VerdictText.Against.Recorded(words.options("--baseline"))
      case Some(_) => VerdictText.Against.ABaseline
      case None => VerdictText.Against.Nothing
    if words.options.contains("--json") then out.println(VerdictText.json(report, verdict, against))
    else VerdictText.lines(report, verdict, against).foreach(out.println)
    if verdict.failures.isEmpty then 0 else 1
  end run

  /** What the program prints itself goes to the standard error. */
  private def explained(words: Words, folder: Path, flags: Seq[String], err: PrintStream): HandlerReport =
    val seconds = words.options.get("--timeout").fold(TimeoutSeconds): text =>
      text.toIntOption.filter(_ > 0).getOrElse:
        throw Refusal.wrong(s"--timeout $text is no number of seconds", "give a whole number above 0")
    val program = ExplainedProgram(words, folder, flags, failed = NotVerified)
    try ReportJson.read(program.explain("json", Some(seconds), err, err))
    catch
      case refused: Refusal => throw refused
      // no program that can be started, or a report that was cut short: nothing was verified
      case NonFatal(failure) =>
        throw new Refusal(
          NotVerified,
          s"there is no whole report of ${words.rest.head}: $failure",
          words.seeHelp
        )

  private def read(words: Words, option: String, file: Path): String =
    if !Files.exists(file) then
      val remedy = if option == "--baseline" then "make it with --write" else "name a file that exists"
      throw Refusal.wrong(s"$option: there is no $file", remedy)
    try Files.readString(file)
    catch
      case failure: IOException =>
        throw new Refusal(NotVerified, s"$option: $file cannot be read: $failure", words.seeHelp)

  private def write(file: Path, text: String): Unit =
    try Files.writeString(file, text): Unit
    catch
      case failure: IOException =>
        throw new Refusal(
          NotVerified,
          s"--write: $file cannot be written: $failure",
          "name a file in a folder that exists"
        )
end VerifyCommand
