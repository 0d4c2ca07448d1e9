package eddy.social

import eddy.runtime.Engine
import eddy.web.{Health, Metrics, Readiness, Routes, Server, ServerConfig}

/** Runs the social network alone, until Ctrl-C or SIGTERM. */
object SocialMain:
  private val Port = 8080

  /** @param arguments the port (8080; 0 for any free one) and the database, as [[SocialDatabase.of]] reads it
    *   (a folder `eddy-data/social`)
    */
  def main(arguments: Array[String]): Unit =
    given Engine = Engine.default
    val port = arguments.headOption.fold(Port)(_.toInt)
    val config = arguments.lift(1).fold(SocialConfig())(text => configOf(SocialDatabase.of(text)))
    val app = SocialApp.open(config)
    try
      val metrics = Metrics()
      app.meters.bindTo(metrics.registry)
      val server = Server(ServerConfig(port = port), metrics).start(routes(app, metrics))
      println(s"the social network in ${config.database}: ${server.url}/social")
      server.awaitStop()
    finally app.close()

  /** The files of pictures are beside the embedded database. */
  private def configOf(database: SocialDatabase): SocialConfig = database match
    case SocialDatabase.Folder(path) => SocialConfig(database, files = path.resolve("files"))
    case _ => SocialConfig(database)

  private[social] def routes(app: SocialApp, metrics: Metrics): Routes =
    app.routes.under("/social") ++ Health.routes ++ app.readiness(Readiness()).routes ++ metrics.routes
end SocialMain
