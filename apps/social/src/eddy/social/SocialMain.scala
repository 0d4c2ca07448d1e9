package eddy.social

import eddy.actor.ActorSystem
import eddy.push.{Channels, ChannelsConfig, Namespace}
import eddy.runtime.Engine
import eddy.web.{Health, Metrics, Readiness, Routes, Server, ServerConfig, TrustedNetworks}

import java.nio.file.{Files, Path}
import scala.jdk.StreamConverters.*
import scala.util.Using

/** Runs the social network alone, until Ctrl-C or SIGTERM. */
object SocialMain:
  private val Port = 8080

  /** @param arguments the port (8080; 0 for any free one), the database, as [[SocialDatabase.of]] reads it (a
    *   folder `eddy-data/social`), and the networks of the proxies in front of it, such as
    *   `10.0.0.0/8,::1`. Without the networks the clients behind a proxy count as one, and a session's cookie
    *   is not for HTTPS only
    */
  def main(arguments: Array[String]): Unit =
    given engine: Engine = Engine.default
    given ActorSystem = ActorSystem(engine)
    val server = serverConfig(arguments)
    val config = configOf(arguments.lift(1).fold(SocialConfig().database)(SocialDatabase.of))
    val channels = Channels.start(ChannelsConfig(namespaces = Seq(Namespace(), SocialApp.namespace)))
    val app = SocialApp.open(config, Some(channels))
    try
      val metrics = Metrics()
      app.meters.bindTo(metrics.registry)
      val running = Server(server, metrics).start(routes(app, metrics))
      println(s"the social network in ${config.database}: ${running.url}/social")
      running.awaitStop()
    finally
      app.close()
      channels.close(): Unit
      if config.database == SocialDatabase.Memory then remove(config.files)

  private[social] def serverConfig(arguments: Array[String]): ServerConfig =
    val port = arguments.headOption.fold(Port)(_.toInt)
    val proxies = arguments.lift(2).map(text => TrustedNetworks(text.split(',').map(_.trim).toSeq))
    ServerConfig(port = port, trustedProxies = proxies)

  /** The files of pictures are beside the embedded database. Those of a database in memory are of no use to
    * the next process.
    */
  private[social] def configOf(database: SocialDatabase): SocialConfig = database match
    case SocialDatabase.Folder(path) => SocialConfig(database, files = path.resolve("files"))
    case SocialDatabase.Memory =>
      SocialConfig(database, files = Files.createTempDirectory("eddy-social-files"))
    case _ => SocialConfig(database)

  private def remove(folder: Path): Unit =
    val all = Using.resource(Files.walk(folder))(_.toScala(Vector))
    // what a folder holds comes behind it
    all.reverse.foreach(Files.deleteIfExists(_))

  private[social] def routes(app: SocialApp, metrics: Metrics): Routes =
    app.routes.under("/social") ++ Health.routes ++ app.readiness(Readiness()).routes ++ metrics.routes
end SocialMain
