package eddy.launcher.config

import eddy.launcher.config.Reader.as
import eddy.trading.{ExchangeConfig, Product, SimulationConfig, StorageConfig}

import java.nio.file.Path
import scala.concurrent.duration.FiniteDuration

/** The group `eddy.trading`, checked.
  *
  * @param database without a password, for messages
  */
private[launcher] final case class TradingSettings(
    exchange: ExchangeConfig,
    simulation: SimulationConfig,
    database: String
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
    val exchange = section.build(
      ExchangeConfig(
        products = products(section),
        engines = section.int("engines"),
        mailbox = section.int("mailbox"),
        storage = storage
      )
    )
    val simulation = section.section("simulation").as(SimulationConfig())
    val settings = TradingSettings(exchange, simulation, shown(storage))
    Option.when(section.boolean("enabled"))(settings)

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
      val file = Path.of(folder, s"trading-$port").toAbsolutePath.normalize
      Some(section.build(config(
        section,
        s"jdbc:h2:file:$file;MODE=MariaDB;DB_CLOSE_ON_EXIT=FALSE",
        closeWithin
      )))
    case url if url.startsWith("jdbc:mariadb:") || url.startsWith("jdbc:h2:") =>
      Some(section.build(config(section, url, closeWithin)))
    case _ =>
      section.refuse(
        "database",
        "must be embedded, memory, or an address such as jdbc:mariadb://localhost/eddy"
      )

  private def config(section: Section, url: String, closeWithin: FiniteDuration) = StorageConfig(
    url,
    user = section.optional("user").getOrElse(if url.startsWith("jdbc:h2:") then "sa" else ""),
    password = section.secret("password-file").getOrElse(""),
    connections = section.int("connections"),
    backlog = section.int("backlog"),
    closeWithin = closeWithin
  )

  private def shown(storage: Option[StorageConfig]): String = storage match
    case None => "memory"
    case Some(s) => s.url.takeWhile(c => c != ';' && c != '?')
end TradingSettings
