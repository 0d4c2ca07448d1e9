package eddy.launcher

import scala.jdk.CollectionConverters.*

import picocli.CommandLine
import picocli.CommandLine.Model.{CommandSpec, OptionSpec, PositionalParamSpec}
import picocli.CommandLine.{ParameterException, ParseResult, UnmatchedArgumentException}

/** What may stand on the command line. Values are taken as text here and checked where they are used. */
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

  /** The commands that were given, outermost first, each with its options and words.
    *
    * @throws Refusal for whatever is not in the grammar, with what may have been meant
    */
  def parse(arguments: Seq[String]): Words =
    try words(grammar(arguments.headOption.contains(_)).parseArgs(arguments*), Nil)
    catch
      case e: UnmatchedArgumentException => throw unmatched(e)
      case e: ParameterException =>
        throw Refusal.wrong(String.valueOf(e.getMessage), seeHelp(e.getCommandLine))

  /** The options of one command: what its help page holds. */
  def usage(command: Seq[String]): String =
    val start: CommandLine = grammar()
    val found = command.foldLeft(start): (line, name) =>
      val inner = line.getSubcommands.get(name)
      if inner == null then throw noCommand(name, line) else inner
    found.getUsageMessage(CommandLine.Help.Ansi.OFF)

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

  private[launcher] def described(name: String, text: String*): CommandSpec =
    val spec = CommandSpec.create.name(name)
    spec.usageMessage.description(text*)
    spec.addOption(OptionSpec.builder("-h", "--help").usageHelp(true).description("Shows this.").build)

  private[launcher] def option(name: String, label: String, text: String): OptionSpec =
    OptionSpec.builder(name).paramLabel(label).`type`(classOf[String]).arity("1").description(text).build

  /** An option without a value; given, it is "true". */
  private[launcher] def flag(name: String, text: String): OptionSpec =
    OptionSpec.builder(name).`type`(classOf[Boolean]).arity("0").description(text).build

  private def words(result: ParseResult, outer: List[String]): Words =
    val names = if result.commandSpec.parent == null then outer else outer :+ result.commandSpec.name
    if result.hasSubcommand then words(result.subcommand, names)
    else if result.isUsageHelpRequested then Words(Seq("help"), Map.empty, names)
    else
      val options =
        result.matchedOptions.asScala.map(o => o.longestName -> String.valueOf(o.getValue[Any])).toMap
      val rest = result.matchedPositionals.asScala.flatMap(_.getValue[Array[String]]).toSeq
      Words(names, options, rest)

  private def unmatched(e: UnmatchedArgumentException): Refusal =
    val line = e.getCommandLine
    val word = e.getUnmatched.get(0)
    if word.startsWith("-") then
      val options = line.getCommandSpec.options.asScala.map(_.longestName)
      val name = word.takeWhile(_ != '=')
      val meant = Nearest.to(name, options).map(m => s"did you mean $m?")
      Refusal.wrong(s"unknown option $name", meant.getOrElse(seeHelp(line)))
    else if !line.getSubcommands.isEmpty then noCommand(word, line)
    else Refusal.wrong(s"'$word' is one word too many", seeHelp(line))

  private def noCommand(word: String, line: CommandLine): Refusal =
    val commands = line.getSubcommands.keySet.asScala.toSeq.filter(_ != "train") ++ scriptCommands(line)
    val remedy = Nearest.to(word, commands) match
      case Some(meant) => s"did you mean '$meant'?"
      case None => s"there are ${commands.mkString(", ")}"
    Refusal.wrong(s"there is no command '$word'", remedy)

  /** Commands that the script ./eddy runs without this program. */
  private def scriptCommands(line: CommandLine) = if line.getParent == null then Seq("test") else Nil

  private def seeHelp(line: CommandLine): String =
    s"see ./eddy help ${line.getCommandSpec.qualifiedName(" ").stripPrefix("./eddy").trim}".trim
end Grammar

/** A command line, taken apart. `command` is `Seq("bench", "chat")` for `./eddy bench chat --messages 100`. */
private[launcher] final case class Words(
    command: Seq[String],
    options: Map[String, String],
    rest: Seq[String]
)
