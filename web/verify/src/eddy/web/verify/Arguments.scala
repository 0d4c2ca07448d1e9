package eddy.web.verify

import scala.jdk.CollectionConverters.*

import picocli.CommandLine
import picocli.CommandLine.Model.{CommandSpec, OptionSpec}
import picocli.CommandLine.{ParameterException, ParseResult, UnmatchedArgumentException}

/** Takes command lines apart. Values are taken as text here and checked where they are used.
  *
  * @param program what the user calls, for messages
  * @param hidden commands that are not for people
  * @param others further commands, of which the grammar does not know
  */
private[eddy] final class Arguments(
    program: String,
    hidden: Set[String] = Set.empty,
    others: Seq[String] = Nil
):
  /** The commands that were given, outermost first, with the options and words of the last one.
    *
    * @throws Refusal for whatever is not in the grammar, with what may have been meant
    */
  def parse(grammar: CommandLine, arguments: Seq[String]): Words =
    try words(grammar.parseArgs(arguments*), Nil)
    catch
      case e: UnmatchedArgumentException => throw unmatched(e)
      case e: ParameterException =>
        throw Refusal.wrong(String.valueOf(e.getMessage), seeHelp(e.getCommandLine))

  /** The options of one command. */
  def usage(grammar: CommandLine, command: Seq[String]): String =
    val found = command.foldLeft(grammar): (line, name) =>
      val inner = line.getSubcommands.get(name)
      if inner == null then throw noCommand(name, line) else inner
    found.getUsageMessage(CommandLine.Help.Ansi.OFF)

  private def words(result: ParseResult, outer: List[String]): Words =
    val names = if result.commandSpec.parent == null then outer else outer :+ result.commandSpec.name
    if result.hasSubcommand then words(result.subcommand, names)
    else if result.isUsageHelpRequested then Words(Seq("help"), Map.empty, names, program)
    else
      val options =
        result.matchedOptions.asScala.map(o => o.longestName -> String.valueOf(o.getValue[Any])).toMap
      val rest = result.matchedPositionals.asScala.flatMap(_.getValue[Array[String]]).toSeq
      Words(names, options, rest, program)

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
    val further = if line.getParent == null then others else Nil
    val commands = line.getSubcommands.keySet.asScala.toSeq.filterNot(hidden) ++ further
    val remedy = Nearest.to(word, commands) match
      case Some(meant) => s"did you mean '$meant'?"
      case None => s"there are ${commands.mkString(", ")}"
    Refusal.wrong(s"there is no command '$word'", remedy)

  private def seeHelp(line: CommandLine): String =
    s"see $program help ${line.getCommandSpec.qualifiedName(" ").stripPrefix(program).trim}".trim
end Arguments

private[eddy] object Arguments:
  def described(name: String, text: String*): CommandSpec =
    val spec = CommandSpec.create.name(name)
    spec.usageMessage.description(text*)
    spec.addOption(OptionSpec.builder("-h", "--help").usageHelp(true).description("Shows this.").build)

  def option(name: String, label: String, text: String): OptionSpec =
    OptionSpec.builder(name).paramLabel(label).`type`(classOf[String]).arity("1").description(text).build

  /** An option without a value; given, it is "true". */
  def flag(name: String, text: String): OptionSpec =
    OptionSpec.builder(name).`type`(classOf[Boolean]).arity("0").description(text).build
end Arguments
