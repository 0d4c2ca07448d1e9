package eddy.launcher

import eddy.web.verify.Arguments.{described, option}
import eddy.web.verify.{Arguments, ExplainCommand, VerifyCommand, Words}

import picocli.CommandLine
import picocli.CommandLine.Model.{CommandSpec, OptionSpec, PositionalParamSpec}

/** What may stand on the command line. */
private[launcher] object Grammar:
  val configOption = "--config"

  /** Options that stand for a key. */
  val keyOptions: Map[String, String] = Map(
    "--host" -> "eddy.host",
    "--port" -> "eddy.port",
    "--mediator" -> "eddy.mediator.address",
    "--tls-cert" -> "eddy.tls.certificate",
    "--tls-key" -> "eddy.tls.key"
  )

  // the script ./eddy runs the tests without this program
  private val arguments = Arguments("./eddy", hidden = Set("train"), others = Seq("example", "test"))

  /** The commands that were given, outermost first, each with its options and words.
    *
    * @throws eddy.web.verify.Refusal for whatever is not in the grammar, with what may have been meant
    */
  def parse(line: Seq[String]): Words = arguments.parse(grammar(line.headOption.contains(_)), line)

  /** The options of one command: what its help page holds. */
  def usage(command: Seq[String]): String = arguments.usage(grammar(), command)

  /** The whole of it. */
  private[launcher] def grammar(): CommandLine = grammar(_ => true)

  private val commands: Seq[(String, () => CommandSpec)] = Seq(
    "serve" -> (() => serving("serve", "Starts every application and says where to look.")),
    "config" -> (() =>
      serving("config", "Shows the configuration in effect, and where each value comes from.")
    ),
    "bench" -> (() => BenchGrammar.spec),
    "trading" -> (() => TradingCommand.spec),
    "explain" -> (() => ExplainCommand.spec),
    "verify" -> (() => VerifyCommand.spec),
    "version" -> (() => described("version", "Shows the version, the JDK and the machine.")),
    "help" -> (() => help),
    "train" -> (() => described("train", "Runs a server briefly, to make the start cache."))
  )

  /** @param isFull of other commands there is but the name: a server that starts need not know the options of
    *   all benchmarks
    */
  private def grammar(isFull: String => Boolean): CommandLine =
    val root = CommandSpec.create.name("./eddy")
    for (name, spec) <- commands do
      root.addSubcommand(name, if isFull(name) then spec() else CommandSpec.create.name(name))
    new CommandLine(root)

  private def help: CommandSpec =
    val spec = described("help", "Shows the commands, or the options of one of them.")
    spec.addPositional(
      PositionalParamSpec.builder.paramLabel("COMMAND").arity("0..*").`type`(classOf[Array[String]]).build
    )
    spec

  private def serving(name: String, text: String): CommandSpec =
    val spec = described(name, text)
    spec.addOption(option("--port", "PORT", "The port to listen on; 0 takes any free one (key eddy.port)."))
    spec.addOption(option("--host", "ADDRESS", "The address to listen on (key eddy.host)."))
    spec.addOption(option(
      "--mediator",
      "ADDRESS",
      "What nodes exchange their channels through: memory, redis://HOST:PORT, activemq:tcp://HOST:PORT, " +
        "artemis:tcp://HOST:PORT, jgroups (the nodes themselves), sns://REGION/TOPIC; activemq alone starts a broker (key eddy.mediator.address)."
    ))
    spec.addOption(option(
      "--tls-cert",
      "FILE",
      "HTTPS with the certificate in this PEM file (key eddy.tls.certificate)."
    ))
    spec.addOption(option("--tls-key", "FILE", "The PEM file with the certificate's key (key eddy.tls.key)."))
    spec.addOption(config)
  end serving

  private[launcher] def config: OptionSpec =
    option(configOption, "FILE", "A file of keys (HOCON); without it, ./eddy.conf if it exists.")
end Grammar
