package eddy.launcher

import eddy.trading.{Reconciliation, StorageConfig, TradingStartException}
import eddy.web.verify.{Arguments, Refusal, Words}

import java.io.{IOException, PrintStream}
import java.nio.file.{Files, Path}

import picocli.CommandLine.Model.CommandSpec

/** `./eddy trading …`: what is done with the trading service's database from outside. */
private[launcher] object TradingCommand:
  private val help = "see ./eddy help trading reconcile"

  def spec: CommandSpec =
    val trading = Arguments.described("trading", "Looks after the trading service; see docs/trading.md.")
    trading.addSubcommand("reconcile", reconcileSpec)
    trading

  private def reconcileSpec: CommandSpec =
    val spec = Arguments.described(
      "reconcile",
      "Proves from journal and tables that the trades follow from the journal, each once, without gaps, and lots are conserved.",
      "Exits with 1 and names the first differences when they do not. The service may run meanwhile."
    )
    val options = Seq(
      Arguments.option(
        "--url",
        "URL",
        "The database, jdbc:sqlite:FILE or jdbc:mariadb:…; without it that of the configuration."
      ),
      Arguments.option("--user", "NAME", "Whom the database of --url knows this as."),
      Arguments.option("--password-file", "FILE", "A file whose first line is the password for --url."),
      Arguments.option(
        "--port",
        "PORT",
        "The service's port: its embedded database is named by it (key eddy.port)."
      ),
      Grammar.config
    )
    options.foreach(spec.addOption)
    spec
  end reconcileSpec

  /** @param configured the database of the service; None when it keeps nothing
    * @throws Refusal for a database that cannot be used
    */
  def reconcile(words: Words, folder: Path, configured: => Option[StorageConfig], out: PrintStream): Int =
    LogFormat.install(System.Logger.Level.WARNING)
    val storage = database(words.options, folder, configured)
    val result =
      try Reconciliation.of(storage)
      catch
        case failure: TradingStartException =>
          throw Refusal.cannot(s"cannot reconcile: ${failure.getMessage}", help)
    out.println(report(result))
    if result.isWhole then 0 else 1

  private[launcher] def report(result: Reconciliation): String =
    val rows = Vector("market", "entries", "orders", "trades", "lots", "open orders") +:
      result.markets.map: m =>
        Vector(m.product) ++ Seq(m.entries, m.orders, m.trades, m.lots, m.openOrders).map(_.toString)
    val widths = rows.transpose.map(_.map(_.length).max)
    val table = rows.map: row =>
      (row.head.padTo(widths.head, ' ') +: row.tail.zip(widths.tail).map((t, w) =>
        " " * (w - t.length) + t
      )).mkString("  ")
    val verdict =
      if result.isWhole then
        Vector(
          "No differences: the trades follow from the journal, each is there once, and all lots are accounted for."
        )
      else
        val more = result.found - result.differences.size
        s"${result.found} differences:" +: result.differences.map("  " + _) :++ Option.when(more > 0)(
          s"  and $more more"
        )
    (table ++ verdict).mkString("\n")
  end report

  private def database(
      options: Map[String, String],
      folder: Path,
      configured: => Option[StorageConfig]
  ): StorageConfig = options.get("--url") match
    case Some(url) =>
      val user = options.getOrElse("--user", "")
      try StorageConfig(url, user, options.get("--password-file").fold("")(password(_, folder)))
      catch
        case e: IllegalArgumentException =>
          throw Refusal.wrong(s"--${String.valueOf(e.getMessage).stripPrefix("requirement failed: ")}", help)
    case None =>
      for name <- Seq("--user", "--password-file") if options.contains(name) do
        throw Refusal.wrong(s"$name is for a database that --url names, and there is no --url", help)
      configured.getOrElse(throw Refusal.wrong(
        "the service keeps nothing as it is configured (eddy.trading): name a database with --url",
        help
      ))

  private def password(file: String, folder: Path): String =
    try Files.readString(folder.resolve(file)).nn.linesIterator.nextOption().getOrElse("")
    catch
      case e: IOException =>
        throw Refusal.wrong(s"--password-file $file cannot be read: ${e.getMessage}", help)
end TradingCommand
