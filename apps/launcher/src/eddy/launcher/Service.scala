package eddy.launcher

import eddy.actor.ActorSystem
import eddy.chat.ChatApp
import eddy.landing.Landing
import eddy.launcher.config.Settings
import eddy.runtime.Engine
import eddy.web.{ActorMeters, Health, Metrics, Readiness, Routes, RunningServer, Server, ServerStartException}

import java.net.BindException

/** Every application on one engine and one server, as `./eddy serve` runs them. */
private[launcher] final class Service private (settings: Settings, engine: Engine, server: RunningServer):
  /** Such as `http://127.0.0.1:8080`. */
  def url: String = server.url

  def port: Int = server.port

  /** Takes no more connections, lets what is under way end within the configured time, then stops the engine. Blocks.
    *
    * @return true when nothing had to be cut off in the engine
    */
  def stop(): Boolean =
    server.stop(settings.drain)
    engine.shutdown(settings.drain)
end Service

private[launcher] object Service:
  /** @throws Refusal when the port cannot be had; says what to do */
  def start(settings: Settings): Service =
    val engine = Engine.start(settings.engine)
    given Engine = engine
    given ActorSystem = ActorSystem(engine)
    val metrics = Metrics()
    try new Service(settings, engine, Server(settings.web, metrics).start(routes(settings, metrics)))
    catch
      case e: ServerStartException =>
        val _ = engine.shutdown(settings.drain)
        throw refusal(settings, e)

  private def routes(settings: Settings, metrics: Metrics)(using system: ActorSystem): Routes =
    ActorMeters(system).bindTo(metrics.registry)
    val chat = ChatApp(settings.chat)
    chat.meters.bindTo(metrics.registry)
    val ready = Readiness().check("chat")(() => chat.isReady)
    Landing.routes ++ Health.routes ++ ready.routes ++ Metrics.routes ++ chat.routes.under("/chat")

  private def refusal(settings: Settings, e: ServerStartException): Refusal =
    val holder = if isTaken(e) then PortHolder.of(settings.web.port) else None
    val who = holder.fold("")(h => s" (it is held by $h)")
    val remedy =
      if String.valueOf(e.getMessage).startsWith("host ") then
        "set the address with --host, EDDY_HOST or eddy.host"
      else if String.valueOf(e.getMessage).startsWith("TLS, ") then
        "set the files with --tls-cert and --tls-key, or with the keys under eddy.tls"
      else "set the port with --port, EDDY_PORT or eddy.port"
    Refusal.cannot(s"cannot start: ${e.getMessage}$who", remedy)

  private def isTaken(e: ServerStartException): Boolean =
    Iterator.iterate[Throwable | Null](e)(t => if t == null then null else t.getCause).takeWhile(_ != null)
      .exists(t => t.isInstanceOf[BindException] || String.valueOf(t).contains("in use"))
end Service
