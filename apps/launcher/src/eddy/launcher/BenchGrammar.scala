package eddy.launcher

import eddy.launcher.Grammar.described

import picocli.CommandLine.Model.CommandSpec

/** The options of `./eddy bench`. */
private[launcher] object BenchGrammar:
  def spec: CommandSpec =
    val bench = described("bench", "Measures a workload; see docs/bench.md.")
    bench.addSubcommand("chat", chat)

  private def chat: CommandSpec =
    val spec = described(
      "chat",
      "Sends messages through the chat room at a fixed rate and measures how long they take."
    )
    spec
