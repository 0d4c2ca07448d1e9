package eddy.launcher

import eddy.launcher.Grammar.{described, option}

import picocli.CommandLine.Model.CommandSpec

/** The options of `./eddy bench`. Defaults stand in the workload's own class. */
private[launcher] object BenchGrammar:
  def spec: CommandSpec =
    val bench = described("bench", "Measures a workload; see docs/bench.md.")
    bench.addSubcommand("chat", chat)

  private def chat: CommandSpec =
    val spec = described(
      "chat",
      "Sends messages through the chat room at a fixed rate, and measures how long each takes from when it was due.",
      "Starts a server of its own for it, unless --url names one."
    )
    val options = Seq(
      option("--connections", "N", "People, one WebSocket each (200)."),
      option("--messages", "N", "Messages that each of them says while it is measured (150)."),
      option("--rate", "N", "Messages a second of all of them together (1000)."),
      option("--rooms", "N", "Rooms, over which they spread evenly (20)."),
      option("--warmup", "SECONDS", "Load before it is measured (10)."),
      option("--size", "BYTES", "Length of a message (64)."),
      option("--out", "FOLDER", "Where the table, the CSV files and the chart go (out/bench/chat-<time>)."),
      option("--url", "ADDRESS", "A server that runs already, such as http://127.0.0.1:8080/.")
    )
    options.foreach(spec.addOption)
    spec
end BenchGrammar
