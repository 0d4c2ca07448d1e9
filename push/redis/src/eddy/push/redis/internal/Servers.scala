package eddy.push.redis.internal

import eddy.push.internal.Backoff
import eddy.push.redis.RedisConfig
import eddy.push.{MediatorException, MediatorState}
import eddy.runtime.{Engine, Timer}

import scala.concurrent.ExecutionContext.parasitic
import scala.concurrent.{Future, Promise}
import scala.util.{Failure, Success, Try}

/** All servers, and a link to each: finds them, connects, and connects again when one was lost. Any thread
  * may call; changes happen in a unit of the engine.
  */
private[redis] final class Servers(config: RedisConfig, client: Client, engine: Engine):
  private val discovery = Discovery(client, config.site)
  private val opening = Opening(client, config)
  private val unit = engine.unit()
  @volatile private var current = Routes.none
  @volatile private var condition: MediatorState = Servers.down("not connected yet")

  // what follows belongs to the unit
  private var layout = Layout(Map.empty, Array[String | Null](null))
  private var links = Map.empty[String, Link]
  private var underWay = Set.empty[String]
  private var asking = false
  private val backoff = Backoff(config.retryEvery / 10, config.retryEvery)
  private var retry: Timer | Null = null
  private var timers = List.empty[Timer]
  private var incoming = Option.empty[Incoming]
  private var tell = Servers.Nobody
  private var closed = false

  def routes: Routes = current
  def state: MediatorState = condition

  /** The message for a caller that cannot be served. */
  def away(doing: String): MediatorException = condition match
    case MediatorState.Down(cause, since) =>
      MediatorException(
        s"cannot $doing: Redis (${config.site.shown}) is away since ${java.time.Instant.ofEpochMilli(since)}: $cause; nothing was sent. " +
          s"It is tried again every ${config.retryEvery} at least"
      )
    case MediatorState.Up =>
      MediatorException(s"cannot $doing: no server of Redis has its slot at the moment; nothing was sent")

  /** @param to where what comes from them goes
    * @param told gets the changes
    */
  def start(to: Incoming, told: Servers.Told): Unit = unit.submit: () =>
    incoming = Some(to)
    tell = told
    timers = engine.every(config.heartbeat)(() => current.links.foreach(_.beat())) :: timers
    if config.site.isCluster then timers = engine.every(config.refreshEvery)(() => refresh()) :: timers
    look()

  /** The layout may be another one: asks for it. Calls that come meanwhile are one. */
  def refresh(): Unit = unit.submit(() => look())

  /** Done when all connections are closed. */
  def close(): Future[Unit] =
    val done = Promise[Unit]()
    unit.submit(() => done.completeWith(end()))
    done.future

  private def end(): Future[Unit] =
    closed = true
    timers.foreach(_.cancel())
    Option(retry).foreach(_.cancel())
    val all = links.values.toVector
    links = Map.empty
    current = Routes.none
    all.foreach(_.end("the mediator was closed"))
    settle(Servers.down("the mediator was closed"))
    Future.foldLeft(all.map(_.closed))(())((_, _) => ())(using parasitic)

  private def look(): Unit =
    if !asking && !closed then
      asking = true
      discovery.find(layout.servers.values).onComplete(found => unit.submit(() => lookedUp(found)))(using
        parasitic
      )

  private def lookedUp(found: Try[Layout]): Unit =
    asking = false
    if !closed then
      found match
        case Failure(cause) => missing(RedisError.text(cause), cause)
        case Success(now) =>
          layout = now
          val gone = links.filterNot((server, _) => now.servers.contains(server))
          links = links -- gone.keys
          now.servers.foreach((server, uri) =>
            if !links.contains(server) && !underWay(server) then open(server, uri)
          )
          reroute()
          gone.values.foreach(_.end("it has no slots any more"))

  private def open(server: String, uri: io.lettuce.core.RedisURI): Unit =
    underWay += server
    opening.open(server, uri, incoming.get, (link, cause) => unit.submit(() => lost(link, cause)))
      .onComplete(link => unit.submit(() => opened(server, link)))(using parasitic)

  private def opened(server: String, made: Try[Link]): Unit =
    underWay -= server
    made match
      case Failure(cause) => if !closed then missing(s"$server: ${RedisError.text(cause)}", cause)
      case Success(link) if closed || !layout.servers.contains(server) =>
        link.end(if closed then "the mediator was closed" else "it has no slots any more")
      case Success(link) =>
        links += server -> link
        link.start()
        reroute()

  private def lost(link: Link, cause: String): Unit =
    if !closed && links.get(link.server).contains(link) then
      links -= link.server
      missing(s"${link.server}: $cause", null)
      reroute()

  private def missing(cause: String, failure: Throwable | Null): Unit =
    settle(Servers.down(cause))
    if failure != null then tell.failedToConnect(failure)
    if retry == null then
      retry = engine.after(backoff.next()): () =>
        unit.submit: () =>
          retry = null
          look()

  private def reroute(): Unit =
    current = Routes(
      links.values.toVector.sortBy(_.server),
      layout.owners.map(o => if o == null then null else links.getOrElse(o, null))
    )
    // before it is reported as up
    tell.rerouted()
    if layout.servers.keys.forall(links.contains) && layout.servers.nonEmpty then
      backoff.connected()
      settle(MediatorState.Up)

  private def settle(state: MediatorState): Unit =
    val before = condition
    val change = (before, state) match
      case (MediatorState.Up, MediatorState.Up) => false
      case (MediatorState.Down(was, _), MediatorState.Down(is, _)) => was != is
      case _ => true
    if change then
      condition = (before, state) match
        case (MediatorState.Down(_, since), MediatorState.Down(is, _)) => MediatorState.Down(is, since)
        case _ => state
      tell.changed(condition)
end Servers

private[redis] object Servers:
  /** Called in the servers' unit; must not block. */
  trait Told:
    def changed(state: MediatorState): Unit
    def rerouted(): Unit
    def failedToConnect(cause: Throwable): Unit

  private val Nobody: Told = new Told:
    def changed(state: MediatorState): Unit = ()
    def rerouted(): Unit = ()
    def failedToConnect(cause: Throwable): Unit = ()

  def down(cause: String): MediatorState = MediatorState.Down(cause, System.currentTimeMillis)
end Servers

/** Which link serves a slot, as of one moment.
  *
  * @param links sorted by their servers' names
  */
private[redis] final class Routes(val links: Vector[Link], slots: Array[Link | Null]):
  /** Null where no server has it now. */
  def of(slot: Int): Link | Null = slots(slot & slots.length - 1)

  def at(server: String): Option[Link] = links.find(_.server == server)

private[redis] object Routes:
  val none: Routes = new Routes(Vector.empty, Array[Link | Null](null))
