package eddy.launcher.config

import eddy.launcher.config.Reader.as
import eddy.trading.{ExchangeConfig, Persistence, Product, SelfTrade, SimulationConfig, StorageConfig}

import java.nio.file.Path
import scala.concurrent.duration.{DurationInt, FiniteDuration}

/** The group `eddy.trading`, checked.
  *
  * @param simulation None for no simulated traders
  * @param operatorToken what operators show; None when there are none
  * @param database without a password, for messages
  * @param isInData the database is in the folder `eddy.data`
  */
private[launcher] final case class TradingSettings(
    exchange: ExchangeConfig,
    simulation: Option[SimulationConfig],
    operatorToken: Option[String],
    database: String,
    isInData: Boolean
)

private[launcher] object TradingSettings:
  /** None when the markets are not to be opened.
    *
    * @param port of this server: several on one machine must not share an embedded database
    * @param closeWithin how long the backlog towards the database may take at the end
    */
  def read(top: Section, port: Int, closeWithin: FiniteDuration): Option[TradingSettings] =
    val section = top.section("trading")
    val storage = this.storage(section, folder = top.string("data"), port, closeWithin)
    val usual = ExchangeConfig()
    def byHeap(name: String, usual: Int) =
      if section.string(name).trim == "auto" then usual
      else section.int(name, "must be a whole number, or auto")
    val exchange = section.build(
      ExchangeConfig(
        products = products(section),
        engines = section.int("engines"),
        mailbox = section.int("mailbox"),
        selfTrade = section.choice("self-trade", selfTrades),
        selfTradeOf = selfTradeOf(section),
        maxOrders = byHeap("max-orders", usual.maxOrders),
        maxOrdersInAll = byHeap("max-orders-in-all", usual.maxOrdersInAll),
        maxOrdersOfTrader = section.int("max-orders-of-trader"),
        maxOrdersOfAddress = byHeap("max-orders-of-address", usual.maxOrdersOfAddress),
        keysFor = section.duration("keys-for"),
        keysKept = byHeap("keys-kept", usual.keysKept),
        endedKept = byHeap("ended-kept", usual.endedKept),
        storage = storage
      )
    )
    val simulation = section.section("simulation")
    val simulated = simulation.as(SimulationConfig())
    val database = section.string("database").trim
    val isOwn = Set("embedded", "memory")(database)
    val isOn = simulation.choice("enabled", Seq("auto" -> isOwn, "true" -> true, "false" -> false))
    val token = section.secret("operator-token-file")
    if token.exists(_.length < 16) then
      section.refuse("operator-token-file", "must hold at least 16 characters")
    val settings =
      TradingSettings(exchange, Option.when(isOn)(simulated), token, shown(storage), database == "embedded")
    Option.when(section.boolean("enabled"))(settings)
  end read

  private val selfTrades = Seq(
    "newest" -> SelfTrade.CancelNewest,
    "oldest" -> SelfTrade.CancelOldest,
    "both" -> SelfTrade.CancelBoth,
    "allow" -> SelfTrade.Allow
  )

  private def selfTradeOf(section: Section): Map[Product, SelfTrade] =
    section.strings("self-trade-of").toVector.map: text =>
      val found = text.split("=", 2).map(_.trim) match
        case Array(name, mode) =>
          Product.from(name).zip(selfTrades.collectFirst { case (`mode`, value) => value })
        case _ => None
      found.getOrElse(section.refuse(
        "self-trade-of",
        s"must be products with ${selfTrades.map(_(0)).mkString(", ")}, such as BOLT=both; $text is none"
      ))
    .toMap

  private def products(section: Section): Vector[Product] =
    section.strings("products").toVector.sorted.map: name =>
      Product.from(name).getOrElse(
        section.refuse(
          "products",
          s"must be names of 1 to 16 letters, digits, dots and hyphens; $name is none"
        )
      )

  private def storage(
      section: Section,
      folder: String,
      port: Int,
      closeWithin: FiniteDuration
  ): Option[StorageConfig] = section.string("database").trim match
    case "memory" => None
    case "embedded" if port == 0 => None
    case "embedded" =>
      val file = Path.of(folder, s"trading-$port.sqlite").toAbsolutePath.normalize
      Some(section.build(config(section, s"jdbc:sqlite:$file", closeWithin)))
    case url if url.startsWith("jdbc:mariadb:") || url.startsWith("jdbc:sqlite:") =>
      Some(section.build(config(section, url, closeWithin)))
    case _ =>
      section.refuse(
        "database",
        "must be embedded, memory, or an address such as jdbc:mariadb://localhost/eddy or jdbc:sqlite:eddy.sqlite"
      )

  private def config(section: Section, url: String, closeWithin: FiniteDuration) = StorageConfig(
    url,
    user = section.optional("user").getOrElse(""),
    password = section.secret("password-file").getOrElse(""),
    connections = section.int("connections"),
    backlog = section.int("backlog"),
    persistence = section.choice(
      "persistence",
      Seq(
        "group-commit" -> Persistence.GroupCommit,
        "parallel-inserts" -> Persistence.ParallelInserts,
        "one-by-one" -> Persistence.OneByOne
      )
    ),
    batch = section.int("batch"),
    linger = section.duration("linger"),
    snapshotEvery = section.int("snapshot-every"),
    // eddy.drain may be 0
    closeWithin = closeWithin.max(1.millisecond)
  )

  private def shown(storage: Option[StorageConfig]): String = storage match
    case None => "memory"
    case Some(s) => s.url.takeWhile(_ != '?')
end TradingSettings
