package eddy.docs

import eddy.runtime.{Engine, Timer}
import eddy.state.{Confined, Registers}
import eddy.web.{Connection, Metrics, Routes, Server, ServerConfig, TlsReload}

import java.util.concurrent.ConcurrentLinkedQueue
import scala.concurrent.duration.FiniteDuration

/** Takes the place of a [[Server]] in the programs of the pages: keeps their routes, and does not listen. */
@Confined
final class Listening(config: ServerConfig, metrics: Metrics = Metrics())(using Engine):
  private val server = new Server(config, metrics)

  def start(routes: Routes): Listening.Started =
    Listening.all.add(routes): Unit
    Listening.Started(metrics)

  def start(handler: Connection => Unit): Listening.Started = start(Routes.all(handler))

  @Registers
  def nextTick(callback: () => Unit): Unit = server.nextTick(callback)

  @Registers
  def after(delay: FiniteDuration)(callback: () => Unit): Timer = server.after(delay)(callback)
end Listening

object Listening:
  private val all = ConcurrentLinkedQueue[Routes]()

  /** The routes of all servers that were started since the last call. */
  def taken(): Seq[Routes] = Iterator.continually(Option(all.poll())).takeWhile(_.isDefined).flatten.toSeq

  def apply(config: ServerConfig)(using Engine): Listening = new Listening(config)
  def apply(config: ServerConfig, metrics: Metrics)(using Engine): Listening = new Listening(config, metrics)
  def apply(port: Int)(using Engine): Listening = new Listening(ServerConfig(port = port))

  /** Takes the place of a running server. */
  final class Started(val metrics: Metrics):
    def awaitStop(): Unit = ()
    def reloadTls(): TlsReload = TlsReload.NoTls
end Listening
