package eddy.push

import eddy.push.internal.memory.Feed
import eddy.push.internal.{Appended, ChannelLog, HistoryBudget}
import eddy.runtime.Timer

import java.util.concurrent.ConcurrentHashMap
import scala.annotation.tailrec
import scala.concurrent.Future
import scala.concurrent.duration.DurationInt

/** Without a service: channels of one node, or of the nodes of one JVM that share a [[MemoryService]]. The
  * embedded default.
  *
  * A publication reaches each interested node once, in order within a channel, as long as the process lives;
  * with it the history ends. Publications that a node does not want yet wait in its feed, 65,536 for each
  * interest; beyond that the node gets a gap, and reads those with positions from the history. It cannot go
  * away, so it is never down before [[close]].
  *
  * @param delivery [[Delivery.Push]] hands over at once, whatever waits at the node
  */
final class MemoryMediator(service: MemoryService = MemoryService(), delivery: Delivery = Delivery.Adaptive)
    extends Mediator:
  private val feeds = new ConcurrentHashMap[String, Feed]()
  @volatile private var nodeOrNull: MediatorNode | Null = null
  @volatile private var closed: MediatorState.Down | Null = null
  @volatile private var sweeping: Timer | Null = null

  def name: String = "memory"
  def sharedHistory: Boolean = true

  def start(node: MediatorNode): Future[Unit] =
    nodeOrNull = node
    service.use(HistoryBudget.of(node))
    sweeping = node.system.engine.every(1.minute)(() => service.sweep())
    Future.unit

  def publish(channel: String, message: Message): Future[Published] = attempt:
    val retention = node.retention(channel)

    @tailrec def append(): Appended = service.topic(channel, node.system)
      .publish(message, retention, service.matching(channel)) match
      case appended: Appended => appended
      case null => append()
    val appended = append()
    service.relieve()
    appended match
      case Appended.New(publication) =>
        Published(Option.when(retention.size > 0)(publication.position))
      case Appended.Duplicate(position) => Published(position, duplicate = true)

  def subscribe(interest: Interest, intake: Intake): Future[Unit] = attempt:
    val feed = Feed(node, interest, intake, delivery)
    if feeds.putIfAbsent(interest.key, feed) != null then
      throw IllegalStateException(s"$interest has an intake already: unsubscribe first")
    interest match
      case Interest.Channel(channel) => while !service.topic(channel, node.system).add(feed) do ()
      case Interest.Pattern(pattern) => service.addPattern(pattern, feed)

  def unsubscribe(interest: Interest): Future[Unit] = attempt(drop(interest))

  def read(channel: String, query: HistoryQuery): Future[HistoryPage] = attempt:
    if node.retention(channel).size <= 0 then ChannelLog.nothing(query)
    else service.topic(channel, node.system).read(query)

  def forget(channel: String): Future[Unit] = attempt(service.topic(channel, node.system).forget())

  /** Whether the channel has no subscriber on any node that shares the service. Then its stored publications
    * are removed, and it begins another epoch, in one step. So a publication without a receiver need not be
    * sent, and a reconnecting subscriber does not count as one that has missed nothing. A subscriber that has
    * left counts for [[ChannelsConfig.idleTimeout]] more. Any thread.
    */
  def forgetUnheard(channel: String): Boolean =
    service.matching(channel).isEmpty && service.forgetUnheard(channel)

  def state: MediatorState = closed match
    case down: MediatorState.Down => down
    case null => MediatorState.Up

  def close(): Future[Unit] =
    if closed == null then
      closed = MediatorState.Down("it was closed", System.currentTimeMillis)
      val timer = sweeping
      if timer != null then timer.cancel(): Unit
      feeds.values.nn.forEach(feed => drop(feed.interest))
    Future.unit

  private def drop(interest: Interest): Unit =
    val feed = feeds.remove(interest.key)
    if feed != null then
      feed.close()
      interest match
        case Interest.Channel(channel) => service.topic(channel, node.system).remove(feed)
        case Interest.Pattern(pattern) => service.removePattern(pattern, feed)

  private def node: MediatorNode =
    val started = nodeOrNull
    if started == null then throw IllegalStateException("the mediator was not started: start it first")
    else started

  private def attempt[A](what: => A): Future[A] =
    if closed != null then
      Future.failed(MediatorException("the memory mediator was closed: make another one"))
    else
      try Future.successful(what)
      catch case refused: IllegalStateException => Future.failed(refused)
end MemoryMediator
