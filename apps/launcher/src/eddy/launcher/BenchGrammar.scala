package eddy.launcher

import eddy.bench.abuse.AbuseBench
import eddy.bench.actors.Catalogue
import eddy.bench.push.PushBench
import eddy.bench.trading.TradingBench
import eddy.bench.web.WebBench
import eddy.bench.web.run.ServerBench
import eddy.web.verify.Arguments.{described, flag, option}

import picocli.CommandLine.Model.CommandSpec

/** The options of `./eddy bench`. Defaults stand in the workload's own class. */
private[launcher] object BenchGrammar:
  def spec: CommandSpec =
    val bench = described("bench", "Measures a workload; see docs/bench.md.")
    bench.addSubcommand("chat", chat)
    bench.addSubcommand("actors", actors)
    bench.addSubcommand("remote", remote)
    bench.addSubcommand("web", web)
    bench.addSubcommand("push", push)
    bench.addSubcommand("trading", trading)
    bench.addSubcommand("abuse", abuse)

  private def abuse: CommandSpec =
    val spec = described(
      "abuse",
      "Attacks a server in a dozen ways while a visitor asks for its start page; fails if the visitor is not served.",
      "Starts a server of its own for it, unless --url names one. Attack only what is yours."
    )
    val options = Seq(
      option("--only", "ATTACKS", s"Of ${AbuseBench.attacks.mkString(", ")}, with commas."),
      option("--seconds", "N", "Time that each attack takes (15)."),
      option("--out", "FOLDER", "Where the table and the server's log go (out/bench/abuse-<time>)."),
      option("--url", "ADDRESS", "A server that runs already, such as http://127.0.0.1:8080/.")
    )
    options.foreach(spec.addOption)
    spec

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

  private def actors: CommandSpec =
    val spec = beside(
      Catalogue.local,
      "Measures Eddy's actors beside Pekko, Erlang, Go and virtual threads, where installed.",
      "45 minutes; --quick, 6",
      "ring/1000 is that with 1000"
    )
    spec.addOption(
      option("--live", "N", "Instead of all that: has N actors of Eddy alive at once, such as 100000000.")
    )

  private def remote: CommandSpec = beside(
    Catalogue.remote,
    "Measures Eddy's actors on two nodes of this machine beside Pekko, Erlang and raw Netty, where installed.",
    "25 minutes; --quick, 10",
    "ask/100 is that with 100"
  )

  private def beside(catalogue: Catalogue, about: String, time: String, choice: String): CommandSpec =
    val spec = described(catalogue.bench, about, s"Builds the contenders first. Takes about $time.")
    val options = Seq(
      option("--only", "WORKLOADS", s"Of ${catalogue.workloads.mkString(", ")}, with commas; $choice."),
      option("--contenders", "NAMES", s"Of ${catalogue.contenders.mkString(", ")}, with commas."),
      option("--samples", "N", s"Times that each contender is measured (${catalogue.usual.samples})."),
      option("--warmups", "N", s"Times that each works before that (${catalogue.usual.warmups})."),
      flag("--quick", "Fewer and shorter rounds, and not the largest workload: for a first look."),
      option(
        "--out",
        "FOLDER",
        s"Where the table, the CSV files and the charts go (out/bench/${catalogue.bench}-<time>)."
      ),
      flag("--list", "Shows the workloads and the contenders, and measures nothing.")
    )
    options.foreach(spec.addOption)
    spec
  end beside

  private def web: CommandSpec = contest(
    WebBench.bench,
    "Measures Eddy's web server beside Netty, Vert.x, Pekko HTTP, Node and Spring on Jetty, where installed."
  )

  private def push: CommandSpec = contest(
    PushBench.bench,
    "Measures Eddy's channels with each mediator, and beside Centrifugo and Socket.IO, where installed."
  )

  private def trading: CommandSpec = contest(
    TradingBench.bench,
    "Measures the trading engine beside the same service on Node.js and on blocking Tomcat, against one MariaDB."
  )

  private def contest(bench: ServerBench, about: String): CommandSpec =
    val spec =
      described(bench.name, about, "Builds the contenders first. See docs/bench.md for how long it takes.")
    val options = Seq(
      option("--only", "WORKLOADS", s"Of ${bench.workloads.mkString(", ")}, with commas."),
      option("--contenders", "NAMES", s"Of ${bench.contenders.mkString(", ")}, with commas."),
      flag("--quick", "Fewer and shorter rounds and fewer steps: for a first look."),
      option(
        "--out",
        "FOLDER",
        s"Where the table, the CSV files and the charts go (out/bench/${bench.name}-<time>)."
      ),
      flag("--list", "Shows the workloads and the contenders, and measures nothing.")
    )
    options.foreach(spec.addOption)
    spec
end BenchGrammar
