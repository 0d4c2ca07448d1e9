package eddy.launcher

import eddy.actor.ActorSystem
import eddy.chat.ChatApp
import eddy.landing.{Card, Landing}
import eddy.launcher.config.{OpenMediator, Settings}
import eddy.push.{ChannelMeters, Channels, ChannelsConfig, MediatorState, Push, PushApi}
import eddy.runtime.Engine
import eddy.web.internal.PortCheck
import eddy.web.verify.Refusal
import eddy.web.{
  ActorMeters,
  Metrics,
  NotReady,
  Readiness,
  Routes,
  RunningServer,
  Server,
  ServerStartException
}

import java.time.Duration
import java.util.concurrent.TimeoutException
import scala.concurrent.duration.{Deadline, DurationInt, FiniteDuration}
import scala.concurrent.{Await, Awaitable, Future, Promise}
import scala.util.Failure

/** Every application on one engine, one server and the channels of one node, as `./eddy serve` runs them. */
private[launcher] final class Service private (
    settings: Settings,
    engine: Engine,
    channels: Channels,
    chat: ChatApp,
    push: Option[Push],
    markets: Option[Markets],
    opened: OpenMediator,
    server: RunningServer,
    listener: Option[RunningServer]
):
  import Service.waitFor

  /** Such as `http://127.0.0.1:8080`. */
  def url: String = server.url

  def port: Int = server.port

  /** Where operators are served, if apart from everybody else. */
  def operatorsUrl: Option[String] = listener.map(_.url)
  def operators: Option[String] =
    operatorsUrl.map(url => s"Operators are served at $url (/metrics and /ready).")

  def applications: Seq[Card] = Service.applications(settings)

  /** How other nodes join what runs within this process, where there is anything. */
  def joining: Option[String] = opened.joining

  /** What is wrong with the mediator, when Eddy had to start without it. */
  def mediatorAway: Option[String] = channels.mediator match
    case MediatorState.Up => None
    case MediatorState.Down(cause, _) => Some(cause)

  /** Orders and cancellations that the database has not taken yet. */
  def waitingOrders: Int = markets.fold(0)(_.waiting)

  /** Sends everybody elsewhere, takes no more connections, lets what is under way end, and stops; all within
    * the configured time. Blocks.
    *
    * @return what was cut off or lost
    */
  def stop(): Service.End =
    val end = settings.drain.fromNow
    val late = (settings.drain * 3 / 4).fromNow
    // the rest is for the last answers, and for the ends of channels, database and engine
    val answered = (settings.drain * 4 / 5).fromNow
    val half = settings.drain / 2
    val leaving = Seq(chat.drain(half)) ++ push.map(_.drain(half)) ++ markets.map(_.drain(half))
    leaving.foreach(waitFor(_, Service.left(late)))
    server.stop(Service.left(answered))
    listener.foreach(_.stop(Service.left(answered)))
    // tells the other nodes who has left
    waitFor(channels.close(), Service.left(end))
    markets.foreach(m => waitFor(m.close(), Service.left(end)))
    val whole = Service.endsInOrder(engine, Service.left(end))
    val closed = Service.closes(opened, Service.left(end))
    Service.End(whole && closed, server.cutOff + listener.fold(0)(_.cutOff), markets.fold(0)(_.lost))
end Service

private[launcher] object Service:
  /** How a service has stopped.
    *
    * @param isWhole nothing had to be cut off, in the engine or in what ran beside it for the mediator
    * @param cutOff connections that did not end in time
    * @param lost orders and cancellations that the database did not take in time
    */
  final case class End(isWhole: Boolean, cutOff: Int, lost: Int)

  /** Before a mediator that does not answer counts as away. */
  private val mediatorAnswers = 5.seconds

  /** @throws Refusal when the port cannot be had, or the mediator refuses this node; says what to do */
  def start(settings: Settings): Service =
    // before databases are opened and engines started for nothing
    try PortCheck(settings.web)
    catch case e: ServerStartException => throw refusal(e)
    val engine = Engine.start(settings.engine)
    given Engine = engine
    given ActorSystem = ActorSystem(engine)
    val metrics = Metrics()
    val opened =
      try settings.mediator.open()
      catch
        case refused: Refusal =>
          val _ = endsInOrder(engine, settings.drain)
          throw refused
    val listening = Promise[Unit]()
    val channels = Channels.start(
      channelsConfig(settings),
      opened.mediator,
      if opened.isCalled then listening.future else Future.unit
    )
    try
      val chat = ChatApp(settings.chat, channels)
      opened.meters.foreach(_.bindTo(metrics.registry))
      val push = Option.unless(settings.channels.isOff)(Push(channels, settings.channels.push))
      val own = push.fold(opened.routes)(opened.routes ++ ownChannels(settings, channels, _, metrics))
      val markets = settings.trading.map(Markets.open)
      try
        val pages = operatorPages(settings, metrics, channels, chat, markets)
        val all = routes(settings, metrics, channels, chat, markets) ++ pages.routes(settings.isOpen) ++ own
        val server = Server(settings.web, metrics).start(all)
        val operators =
          try pages.listen()
          catch
            case e: ServerStartException =>
              server.stop(settings.drain)
              throw Refusal.cannot(
                s"cannot start the listener for operators: ${e.getMessage}",
                "set its address with eddy.metrics.host and eddy.metrics.port"
              )
        listening.success(()): Unit
        waitFor(channels.started, mediatorAnswers)
        channels.started.value.foreach:
          case Failure(cause) =>
            server.stop(settings.drain)
            operators.foreach(_.stop(settings.drain))
            throw refused(settings, cause)
          case _ => ()
        new Service(settings, engine, channels, chat, push, markets, opened, server, operators)
      catch
        case failure: Throwable =>
          markets.foreach(m => waitFor(m.close(), settings.drain))
          throw failure
      end try
    catch
      case failure: Throwable =>
        waitFor(channels.close(), settings.drain)
        val _ = endsInOrder(engine, settings.drain)
        val _ = closes(opened, settings.drain)
        failure match
          case e: ServerStartException => throw refusal(e)
          case e => throw e
    end try
  end start

  /** Ends what ran in this process for the mediator: a broker may wait for clients that are gone.
    *
    * @return whether it has ended in time; otherwise the process ends without it
    */
  private def closes(opened: OpenMediator, atMost: FiniteDuration): Boolean =
    val closing = Thread.ofPlatform.daemon().name("eddy-mediator-close").start(() => opened.close())
    closing.join(Duration.ofNanos(atMost.toNanos))

  /** Whether all events have run; the others were interrupted. */
  private def endsInOrder(engine: Engine, timeout: FiniteDuration): Boolean =
    val end = engine.shutdown(timeout)
    waitFor(end, timeout + 1.second)
    end.value.exists(_.toOption.contains(true))

  private def waitFor(what: Awaitable[?], atMost: FiniteDuration): Unit =
    try
      val _ = Await.ready(what, atMost)
    catch case _: TimeoutException => ()

  /** Some time is always left, to end in order what is ready to end. */
  private def left(end: Deadline): FiniteDuration = end.timeLeft.max(100.millis)

  private def applications(settings: Settings): Seq[Card] =
    Landing.applications.filter(card => card != Landing.trading || settings.trading.isDefined)

  private def routes(
      settings: Settings,
      metrics: Metrics,
      channels: Channels,
      chat: ChatApp,
      markets: Option[Markets]
  )(using system: ActorSystem): Routes =
    ActorMeters(system).bindTo(metrics.registry)
    ChannelMeters(channels).bindTo(metrics.registry)
    chat.meters.bindTo(metrics.registry)
    markets.foreach(_.bindTo(metrics.registry))
    Landing.routes(
      applications(settings),
      Version.number,
      hasReport = !settings.isOpen,
      hasMetrics = settings.metrics.isOn && !settings.isOpen && settings.metrics.listener.isEmpty
    ) ++ chat.routes.under("/chat") ++ markets.fold(Routes: Routes)(_.routes.under("/trading"))
  end routes

  private def operatorPages(
      settings: Settings,
      metrics: Metrics,
      channels: Channels,
      chat: ChatApp,
      markets: Option[Markets]
  ): OperatorPages =
    // a busy machine takes a moment
    val ready = Readiness()
      .check("chat", within = 10.seconds)(() => chat.isReady)
      .check("mediator", within = 10.seconds)(() => passes(channels.unready))
    val checked =
      markets.fold(ready)(m => ready.check("trading", within = 10.seconds)(() => passes(m.unready)))
    OperatorPages(settings.metrics, metrics, checked)

  private def passes(unready: Option[String]): Boolean =
    unready.foreach(why => throw NotReady(why))
    true

  private def channelsConfig(settings: Settings): ChannelsConfig =
    val ofChat = ChatApp.channels(settings.chat)
    settings.channels.node.copy(
      namespaces = ofChat.namespaces ++ settings.channels.namespaces,
      maxDataBytes = ofChat.maxDataBytes
    )

  /** For clients, and for services that publish. */
  private def ownChannels(settings: Settings, channels: Channels, push: Push, metrics: Metrics): Routes =
    push.meters.bindTo(metrics.registry)
    settings.channels.apiKey.fold(push.routes)(key => push.routes ++ PushApi(channels, key).routes)

  private def refused(settings: Settings, cause: Throwable): Refusal =
    Refusal.cannot(
      s"the mediator ${settings.mediator.shown} refuses this node: ${cause.getMessage}",
      "set it with --mediator, EDDY_MEDIATOR_ADDRESS or eddy.mediator.address, and who this node is with the keys beside it; " +
        "--mediator memory needs no service"
    )

  private def refusal(e: ServerStartException): Refusal =
    val remedy =
      if String.valueOf(e.getMessage).startsWith("host ") then
        "set the address with --host, EDDY_HOST or eddy.host"
      else if String.valueOf(e.getMessage).startsWith("TLS, ") then
        "set the files with --tls-cert and --tls-key, or with the keys under eddy.tls"
      else "set the port with --port, EDDY_PORT or eddy.port"
    Refusal.cannot(s"cannot start: ${e.getMessage}", remedy)
end Service
