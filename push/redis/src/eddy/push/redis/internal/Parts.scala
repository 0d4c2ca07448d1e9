package eddy.push.redis.internal

import eddy.push.internal.Tie
import eddy.push.redis.RedisConfig
import eddy.push.{
  HistoryPage,
  HistoryQuery,
  Intake,
  Interest,
  MediatorNode,
  MediatorState,
  Message,
  Publication,
  Published
}
import eddy.runtime.Timer

import java.util.concurrent.atomic.AtomicInteger
import scala.concurrent.ExecutionContext.parasitic
import scala.concurrent.duration.DurationInt
import scala.concurrent.{Future, Promise}

/** The parts of a started mediator. */
private[redis] final class Parts(config: RedisConfig, node: MediatorNode) extends Tie:
  private val client = Client(config)
  private val names = Names(config.prefix, config.site.isCluster)
  private val up = Promise[Unit]()
  private val servers: Servers = Servers(config, client, node.system.engine)
  private val routed = Routed(config, servers, node.system.engine)
  private val reading: Reading = Reading(names, routed)
  private val publishing: Publishing = Publishing(config, names, routed, node.system.engine)
  private val interests: Interests = Interests(Surroundings(config, names, node, reading, servers), servers)

  def state: MediatorState = servers.state

  @volatile private var renewing: Timer | Null = null

  def start(): Future[Unit] =
    val turn = AtomicInteger()
    renewing = node.system.engine.every(Parts.RenewEvery)(() =>
      renew(Math.floorMod(turn.getAndIncrement(), Parts.RenewParts), Parts.RenewParts)
    )
    servers.start(interests.incoming, Told)
    up.future

  /** Has Redis remember a part of the channels that this node is interested in, though nothing was published
    * to them.
    */
  private[redis] def renew(part: Int, parts: Int): Unit = interests.renew(part, parts)

  def publish(channel: String, message: Message): Future[Published] =
    publishing.publish(channel, message, node.retention(channel))

  def subscribe(interest: Interest, intake: Intake): Future[Unit] = interests.subscribe(interest, intake)

  def unsubscribe(interest: Interest): Future[Unit] = interests.unsubscribe(interest)

  def read(channel: String, query: HistoryQuery): Future[HistoryPage] =
    val retention = node.retention(channel)
    if retention.size > 0 then reading.history(channel, query, retention)
    else Future.successful(HistoryPage(Vector.empty, Publication.Unplaced, complete = query.after.isEmpty))

  def forget(channel: String): Future[Unit] =
    if node.retention(channel).size > 0 then reading.forget(channel) else Future.unit

  /** A second time changes nothing. */
  def close(): Future[Unit] = ended

  private lazy val ended =
    val timer = renewing
    if timer != null then timer.cancel(): Unit
    interests.stop()
    servers.close().flatMap(_ => client.close())(using parasitic)

  private object Told extends Servers.Told:
    def changed(state: MediatorState): Unit =
      node.changed(state)
      if state == MediatorState.Up then up.trySuccess(()): Unit

    def rerouted(): Unit = interests.rerouted()

    def failedToConnect(cause: Throwable): Unit =
      if Parts.Refusals(RedisError.code(cause)) then
        up.tryFailure(RedisError.explained("connect", config.site.shown, cause)): Unit
end Parts

private[redis] object Parts:
  /** All of them in three minutes, which is much less than Redis remembers them (channel.lua). */
  private val RenewEvery = 10.seconds
  private final val RenewParts = 18

  /** What trying again does not mend. */
  private val Refusals = Set("WRONGPASS", "NOAUTH", "NOPERM")
