package eddy.web.verify

import java.io.PrintStream
import java.lang.management.ManagementFactory
import java.nio.file.Path
import java.util.Locale
import scala.jdk.CollectionConverters.*

import picocli.CommandLine
import picocli.CommandLine.Model.CommandSpec

/** `explain` and `verify` for the build of an application: on the class path of the program, whose main class
  * is among the arguments. The program runs in a JVM of its own, with the flags of this one.
  *
  * {{{
  * java -cp <the program's>:eddy-web-verify_3.jar:… eddy.web.verify.Commands \
  *   verify --baseline handlers.txt shop.Main
  * }}}
  *
  * Exit codes as of the commands; docs/inference.md lists them.
  */
object Commands:
  def main(arguments: Array[String]): Unit =
    // numbers look the same on every machine
    Locale.setDefault(Locale.Category.FORMAT, Locale.ROOT)
    System.exit(run(arguments.toSeq, Path.of("").toAbsolutePath, System.out, System.err))

  private[verify] def run(arguments: Seq[String], folder: Path, out: PrintStream, err: PrintStream): Int =
    val grammar = commands
    val parser = Arguments(program)
    try
      val words = parser.parse(grammar, arguments)
      words.command match
        case Seq("explain") => ExplainCommand.run(words, folder, flags, out, err)
        case Seq("verify") => VerifyCommand.run(words, folder, flags, out, err)
        case _ =>
          out.println(parser.usage(grammar, words.rest).stripTrailing)
          0
    catch
      case refusal: Refusal =>
        err.println(s"eddy: ${refusal.getMessage}; ${refusal.remedy}")
        refusal.exitCode
  end run

  private def commands: CommandLine =
    val root = CommandSpec.create.name(program)
    root.addSubcommand("explain", ExplainCommand.spec)
    root.addSubcommand("verify", VerifyCommand.spec)
    root.addSubcommand(
      "help",
      ExplainCommand.withWords(Arguments.described("help", "Shows this."), "COMMAND")
    )
    new CommandLine(root)

  /** The script ./eddy says where it is. */
  private def program: String =
    if System.getProperty("eddy.home") == null then "eddy.web.verify.Commands" else "./eddy"

  /** Those of this JVM, but for a debugger, which has a port of its own. */
  private def flags: Seq[String] =
    ManagementFactory.getRuntimeMXBean.getInputArguments.asScala.toSeq.filterNot(_.startsWith("-agentlib:"))
end Commands
