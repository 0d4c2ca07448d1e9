package eddy.push.activemq.internal

import eddy.push.activemq.ActiveMqConfig
import eddy.push.internal.{Backoff, LocalHistory, Tie}
import eddy.push.{
  HistoryPage,
  HistoryQuery,
  Intake,
  Interest,
  MediatorException,
  MediatorNode,
  MediatorState,
  Message,
  Published
}
import eddy.runtime.{Engine, Timer}

import java.util.LinkedHashMap
import scala.collection.mutable
import scala.concurrent.{ExecutionContext, Future, Promise}
import scala.jdk.CollectionConverters.*
import scala.util.control.NonFatal
import scala.util.{Failure, Success, Try}

import jakarta.jms.{InvalidDestinationException, JMSSecurityException}

/** The node's tie to its broker: connects, watches, connects again, and subscribes again as before. Its steps
  * run in order, as events of one unit; the client library's calls that wait for the broker block that unit,
  * or a lane, and nothing else.
  */
private[activemq] final class Link(client: JmsClient, config: ActiveMqConfig, node: MediatorNode) extends Tie:
  private val engine = node.system.engine
  private val unit = engine.unit()
  private val addresses = Addresses(config.uri)
  private val names = new TopicNames(config.prefix, client.rest)
  private val history: LocalHistory = new LocalHistory(node)
  private val publisher: Publisher = new Publisher(client, names, config, node)

  @volatile private var current: MediatorState =
    MediatorState.Down("not connected yet", System.currentTimeMillis)

  // subscribing waits for the broker: several do at a time, and those to one channel one after another
  private val lanes = Vector.fill(Link.Lanes)(engine.unit())

  // the unit's
  // Java's, since clients choose the names: see Interest.key
  private val joining: mutable.Map[String, TopicPoller] = LinkedHashMap[String, TopicPoller]().asScala
  private val pollers: mutable.Map[String, TopicPoller] = LinkedHashMap[String, TopicPoller]().asScala
  private var open: Connections | Null = null
  private val backoff = new Backoff(config.reconnectFirst, config.reconnectMost, addresses.size)
  private var retry: Timer | Null = null
  private var closed = false
  private val first = Promise[Unit]()

  def state: MediatorState = current

  /** Done when the broker answers, however long that takes; fails when it answers that this node may not come
    * in, or is not to be trusted.
    */
  def start(): Future[Unit] =
    unit.submit(() => connect())
    first.future

  def publish(channel: String, message: Message): Future[Published] =
    history.publishing(channel, message)(publisher.publish(channel, message))

  def read(channel: String, query: HistoryQuery): Future[HistoryPage] =
    history.read(channel, query)

  def forget(channel: String): Future[Unit] = Future.successful(history.forget(channel))

  def subscribe(interest: Interest, intake: Intake): Future[Unit] = onUnit: done =>
    val connected = open
    if pollers.contains(interest.key) || joining.contains(interest.key) then
      done.failure(IllegalStateException(s"$interest has an intake already: unsubscribe first")): Unit
    else if connected == null then done.failure(away(s"not subscribed to $interest")): Unit
    else
      history.open(interest)
      val poller = new TopicPoller(interest, intake, client, names, history, config, node)
      joining(interest.key) = poller
      lanes(math.floorMod(interest.hashCode, lanes.size)).submit: () =>
        val attached = Try(Engine.blocking(poller.attach(connected.consuming.jms, again = false)))
        unit.submit(() => joined(interest, poller, connected, attached, done))

  private def joined(
      interest: Interest,
      poller: TopicPoller,
      by: Connections,
      attached: Try[Unit],
      done: Promise[Unit]
  ): Unit =
    def refuse(why: String, cause: Throwable | Null) =
      done.failure(MediatorException(s"not subscribed to $interest: $why", cause)): Unit
    if !joining.get(interest.key).exists(_ eq poller) then refuse("it was unsubscribed meanwhile", null)
    else
      joining.remove(interest.key): Unit
      attached match
        case Success(_) if by eq open =>
          pollers(interest.key) = poller
          done.success(()): Unit
        case Success(_) =>
          val ended = poller.end(connected = false)
          ended.onComplete(_ => refuse("the connection was lost", null))(using ExecutionContext.parasitic)
        case Failure(failure) =>
          history.close(interest)
          refuse(String.valueOf(failure.getMessage), failure)
  end joined

  def unsubscribe(interest: Interest): Future[Unit] = onUnit: done =>
    pollers.remove(interest.key).orElse(joining.remove(interest.key)) match
      case Some(poller) => done.completeWith(poller.end(open != null)): Unit
      case None => done.success(()): Unit

  def close(): Future[Unit] =
    val done = Promise[Unit]()
    unit.submit: () =>
      if closed then done.success(()): Unit
      else
        closed = true
        val timer = retry
        if timer != null then timer.cancel(): Unit
        publisher.close()
        // the connection takes the sessions with it
        val ends = (pollers.values ++ joining.values).toVector.map(_.end(connected = false))
        pollers.clear()
        joining.clear()
        part()
        change(MediatorState.Down("the mediator was closed", System.currentTimeMillis))
        first.tryFailure(MediatorException("the mediator was closed before the broker answered")): Unit
        done.completeWith(Future.foldLeft(ends)(())((_, _) => ())(using ExecutionContext.parasitic)): Unit
    done.future

  private def onUnit[A](event: Promise[A] => Unit): Future[A] =
    val done = Promise[A]()
    unit.submit: () =>
      if closed then done.failure(MediatorException("the mediator was closed: make another one")): Unit
      else
        try event(done)
        catch case NonFatal(failure) => done.tryFailure(failure): Unit
    done.future

  private def connect(): Unit = if !closed then
    retry = null
    val address = addresses.turn()
    try
      val made = Engine.blocking(Connections.open(client, address, config)((which, cause) =>
        unit.submit(() => lost(which, cause))
      ))
      open = made
      Engine.blocking:
        // publications acknowledged from now on arrive here too
        pollers.values.foreach(attachAgain(_, made))
        publisher.up(made.publishing.jms)
      backoff.connected()
      change(MediatorState.Up)
      first.trySuccess(()): Unit
    catch
      case failure: JMSSecurityException if !first.isCompleted =>
        refused(
          s"$address does not let this node in: ${failure.getMessage}; check user, password and tls",
          failure
        )
      case NonFatal(failure) =>
        // a connected client was trusted
        val untrusted = if open != null then None else Engine.blocking(TlsTrial.refusal(address, config))
        untrusted match
          // another address may be of a broker that is trusted
          case Some(why) if !first.isCompleted && addresses.size == 1 => refused(why, failure)
          case Some(why) => gone(why, failure)
          case None => gone(s"$address cannot be had: ${failure.getMessage}", failure)
    end try

  /** Waiting would not mend it. */
  private def refused(why: String, failure: Throwable): Unit =
    publisher.down(why, failure)
    part()
    change(MediatorState.Down(why, System.currentTimeMillis))
    first.failure(MediatorException(why, failure)): Unit

  /** One interest that the broker refuses does not keep the others away. */
  private def attachAgain(poller: TopicPoller, to: Connections): Unit =
    try poller.attach(to.consuming.jms, again = true)
    catch
      case refused: (JMSSecurityException | InvalidDestinationException) =>
        node.failed(
          s"subscribing again to ${poller.interest}, to be tried again in ${config.reconnectMost}",
          refused
        )
        val _ = engine.after(config.reconnectMost): () =>
          unit.submit: () =>
            if (open eq to) && pollers.get(poller.interest.key).contains(poller) then
              Engine.blocking(attachAgain(poller, to))

  private def lost(which: Connections, cause: Exception): Unit =
    if which eq open then gone(s"the connection is lost: ${cause.getMessage}", cause)

  private def gone(why: String, cause: Throwable): Unit =
    publisher.down(s"the broker is away: $why", cause)
    current match
      case MediatorState.Down(_, since) => change(MediatorState.Down(why, since))
      case MediatorState.Up => change(MediatorState.Down(why, System.currentTimeMillis))
    part()
    if !closed then retry = engine.after(backoff.next())(() => unit.submit(() => connect()))

  private def part(): Unit =
    val connected = open
    open = null
    if connected != null then Engine.blocking(connected.close())

  private def change(to: MediatorState): Unit =
    current = to
    node.changed(to)

  private def away(what: String): MediatorException = current match
    case MediatorState.Down(cause, _) => MediatorException(s"$what: the broker is away: $cause")
    case MediatorState.Up => MediatorException(s"$what: the broker is away")
end Link

private[activemq] object Link:
  /** So many interests are subscribed to at a time. */
  private final val Lanes = 8
