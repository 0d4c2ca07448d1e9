package eddy.launcher

import eddy.bench.actors.Catalogue
import eddy.launcher.config.{Layers, Settings}
import eddy.web.verify.{ExplainCommand, Refusal, VerifyCommand, Words}

import java.io.PrintStream
import java.nio.file.Path
import java.util.Locale

import com.typesafe.config.Config

/** The command line of Eddy. Exit codes: 0 done, 1 could not be done, 2 asked for something wrong, 130 and
  * 143 stopped by
  * SIGINT and SIGTERM; `verify` has its own.
  */
object Main:
  def main(arguments: Array[String]): Unit =
    // Numbers look the same on every machine; the language of messages is English anyway.
    Locale.setDefault(Locale.Category.FORMAT, Locale.ROOT)
    System.exit(run(arguments.toSeq, sys.env, Path.of("").toAbsolutePath, System.out, System.err))

  /** Runs one command line, until it is done or, for `serve`, until the process is told to stop. */
  private[launcher] def run(
      arguments: Seq[String],
      environment: Map[String, String],
      folder: Path,
      out: PrintStream,
      err: PrintStream
  ): Int =
    try
      val words = Grammar.parse(arguments)
      words.command match
        case Seq("serve") =>
          val settings = Settings.from(configuration(words, environment, folder, err))
          Serve.run(settings, out, err)
        case Seq("config") =>
          val config = configuration(words, environment, folder, err)
          val _ = Settings.from(config)
          done(out, ConfigCommand.listing(config))
        case Seq("bench", "abuse") => AbuseCommand.abuse(words, folder, out)
        case Seq("bench", "chat") => ChatCommand.chat(words, folder, out)
        case Seq("bench", "actors") => ActorsCommand(Catalogue.local)(words, folder, out)
        case Seq("bench", "remote") => ActorsCommand(Catalogue.remote)(words, folder, out)
        case Seq("bench", name) if ContestCommand.all.contains(name) =>
          ContestCommand.run(ContestCommand.all(name), words, folder, out)
        case Seq("trading", "reconcile") =>
          def configured =
            Settings.from(configuration(words, environment, folder, err)).trading.flatMap(_.exchange.storage)
          TradingCommand.reconcile(words, folder, configured, out)
        case Seq("trading") => done(out, HelpPages.of(words.command))
        case Seq("explain") => ExplainCommand.run(words, folder, flags(environment), out, err)
        case Seq("verify") => VerifyCommand.run(words, folder, flags(environment), out, err)
        case Seq("bench") => done(out, HelpPages.of(words.command))
        case Seq("train") => Training.run(out, err)
        case Seq("version") => done(out, Version.text)
        case Seq("help") if words.rest.nonEmpty => done(out, HelpPages.of(words.rest))
        case _ => done(out, HelpPages.all)
      end match
    catch
      case refusal: Refusal =>
        err.println(s"eddy: ${refusal.getMessage}; ${refusal.remedy}")
        refusal.exitCode

  private def configuration(
      words: Words,
      environment: Map[String, String],
      folder: Path,
      err: PrintStream
  ): Config =
    val options = Grammar.keyOptions.collect:
      case (option, key) if words.options.contains(option) => key -> (option, words.options(option))
    val file = words.options.get(Grammar.configOption).map(f => folder.resolve(Path.of(f)))
    val (config, warnings) = Layers.merge(options, environment, file, folder)
    warnings.foreach(w => err.println(s"eddy: $w"))
    config

  /** Those that a user gives all JVMs of ./eddy. */
  private def flags(environment: Map[String, String]): Seq[String] =
    environment.get("EDDY_JAVA_OPTS").fold(Nil)(_.split("\\s+").toSeq.filter(_.nonEmpty))

  private def done(out: PrintStream, text: String): Int =
    out.println(text.stripTrailing)
    0
end Main
