package eddy.web.verify

import java.io.PrintStream
import java.nio.file.Path

import picocli.CommandLine.Model.{CommandSpec, PositionalParamSpec}

/** `explain <main class>`: prints what was inferred for the handlers of a program. */
private[eddy] object ExplainCommand:
  def spec: CommandSpec =
    val spec = Arguments.described(
      "explain",
      "Shows what serialises the handlers of a program, which never run beside each other, and why.",
      "The program starts as ever, up to where its server would listen; see docs/inference.md."
    )
    spec.addOption(Arguments.flag("--full", "Shows every line; otherwise at most 60 of a handler."))
    withProgram(spec)

  /** The main class and where it is. */
  private[verify] def withProgram(spec: CommandSpec): CommandSpec =
    spec.addOption(Arguments.option("--class-path", "PATH", "Where its classes are, besides Eddy's own."))
    withWords(spec, "MAIN-CLASS [ARGUMENT]")

  private[verify] def withWords(spec: CommandSpec, label: String): CommandSpec =
    spec.addPositional(
      PositionalParamSpec.builder.paramLabel(label).arity("0..*").`type`(classOf[Array[String]]).build
    )

  /** @param flags of the program's JVM
    * @throws Refusal for a class path that does not exist, no class, and a program that starts no server
    */
  def run(words: Words, folder: Path, flags: Seq[String], out: PrintStream, err: PrintStream): Int =
    val form = if words.options.contains("--full") then "full" else "true"
    out.print(ExplainedProgram(words, folder, flags, failed = 1).explain(form, None, out, err))
    0
end ExplainCommand
