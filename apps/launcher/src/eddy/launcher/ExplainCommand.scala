package eddy.launcher

import java.io.PrintStream
import java.nio.file.Path

import picocli.CommandLine.Model.{CommandSpec, PositionalParamSpec}

/** `./eddy explain <main class>`: prints what was inferred for the handlers of a program. */
private[launcher] object ExplainCommand:
  def spec: CommandSpec =
    val spec = Grammar.described(
      "explain",
      "Shows what serialises the handlers of a program, which never run beside each other, and why.",
      "The program starts as ever, up to where its server would listen; see docs/inference.md."
    )
    spec.addOption(Grammar.flag("--full", "Shows every line; otherwise at most 60 of a handler."))
    withProgram(spec)

  /** The main class and where it is. */
  private[launcher] def withProgram(spec: CommandSpec): CommandSpec =
    spec.addOption(Grammar.option("--class-path", "PATH", "Where its classes are, besides Eddy's own."))
    spec.addPositional(
      PositionalParamSpec.builder.paramLabel(
        "MAIN-CLASS [ARGUMENT]"
      ).arity("0..*").`type`(classOf[Array[String]]).build
    )

  /** @throws Refusal for a class path that does not exist, no class, and a program that starts no server */
  def run(words: Words, folder: Path, out: PrintStream, err: PrintStream): Int =
    val form = if words.options.contains("--full") then "full" else "true"
    out.print(ExplainedProgram(words, folder, failed = 1).explain(form, None, out, err))
    0
end ExplainCommand
