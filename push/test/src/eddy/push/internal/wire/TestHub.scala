package eddy.push.internal.wire

import eddy.actor.ActorSystem
import eddy.push.*
import eddy.push.internal.{ChannelNames, Connection, Encoded, HookCalls, Hub, Subscribed, Subscriber}
import eddy.state.internal.CallbackRunner

import java.util.concurrent.{ConcurrentHashMap, CopyOnWriteArrayList}
import scala.concurrent.Future
import scala.jdk.CollectionConverters.*

/** Channels of one node, kept as plainly as can be: what connections are to see is easily told from it. */
final class TestHub(val config: ChannelsConfig)(using system: ActorSystem) extends Hub:
  private val runner = CallbackRunner(system.engine, config.locks)
  private val channels = ConcurrentHashMap[String, Channel]()
  val connections = CopyOnWriteArrayList[Connection]()
  @volatile var revoked = Set.empty[String]

  /** What every request for a channel fails with, when set. */
  @volatile var failure: PushError | Null = null

  /** When set, what is published is acknowledged only when it is done. */
  @volatile var acknowledge: Future[Unit] = Future.unit

  private final class Channel(namespace: Namespace):
    var epoch: String = java.util.UUID.randomUUID.toString
    var log = Vector.empty[Publication]
    var subscribers = Vector.empty[(Subscriber, ClientInfo, Boolean)]

    def top: Position = if namespace.history == 0 then Publication.Unplaced
    else Position(log.lastOption.fold(0L)(_.offset), epoch)

    def after(p: Position): Option[Vector[Publication]] =
      val rest = log.filter(_.offset > p.offset)
      val whole = p.epoch == epoch && p.offset <= top.offset &&
        (p.offset == top.offset || rest.headOption.exists(_.offset == p.offset + 1))
      Option.when(whole)(rest)

    def tell(each: Subscriber => Unit): Unit = subscribers.foreach(s => each(s(0)))
  end Channel

  private def channel(name: String): Channel =
    channels.computeIfAbsent(name, n => Channel(namespace(n).toOption.get)).nn

  def namespace(channel: String): Either[PushError, Namespace] =
    if ChannelNames.wrong(channel, config.maxChannelBytes) != null then Left(PushError.BadRequest)
    else
      val name = ChannelNames.namespace(channel)
      config.namespaces.find(_.name == name).toRight(PushError.UnknownChannel)

  private def known[A](name: String)(go: Channel => A): Future[A] =
    val why = failure
    if why != null then Future.failed(PushException(why, "as the test wants"))
    else
      namespace(name) match
        case Left(error) => Future.failed(PushException(error, name))
        case Right(_) => Future.successful(synchronized(go(channel(name))))

  def subscribe(
      name: String,
      subscriber: Subscriber,
      who: ClientInfo,
      recover: Option[Position],
      joins: Boolean
  ): Future[Subscribed] = known(name): c =>
    c.subscribers.filter(_(2)).foreach(_(0).joined(who))
    c.subscribers = c.subscribers :+ (subscriber, who, joins)
    val missed = recover.flatMap(c.after)
    Subscribed(c.top, missed.getOrElse(Vector.empty), missed.nonEmpty, c.top.epoch.nonEmpty)

  def unsubscribe(name: String, subscriber: Subscriber): Unit = synchronized:
    val c = channel(name)
    val who = c.subscribers.find(_(0) eq subscriber)
    c.subscribers = c.subscribers.filterNot(_(0) eq subscriber)
    who.foreach(left => c.subscribers.filter(_(2)).foreach(_(0).left(left(1))))

  def publish(name: String, data: Json, by: Option[ClientInfo], options: PublishOptions): Future[Published] =
    val later = acknowledge
    val published = known(name): c =>
      val size = namespace(name).toOption.get.history
      val position = if size == 0 then Publication.Unplaced else Position(c.top.offset + 1, c.epoch)
      val publication = Publication(name, position, Message(data, by, options.tags))
      if size > 0 then c.log = (c.log :+ publication).takeRight(size)
      val encoded = Encoded(publication)
      c.tell(_.publication(encoded))
      // a pattern is tried as one: what it stands for is the hub's business
      channels.asScala.foreach((p, c) =>
        if p.endsWith("/**") && name.startsWith(p.dropRight(2)) then
          c.tell(_.publication(Encoded(publication.copy(position = Publication.Unplaced))))
      )
      Published(Option.when(size > 0)(position))
    later.flatMap(_ => published)(using scala.concurrent.ExecutionContext.parasitic)

  def history(name: String, query: HistoryQuery): Future[HistoryPage] = known(name): c =>
    query.after match
      case None => HistoryPage(c.log.take(query.limit), c.top, complete = true)
      case Some(p) =>
        val rest = c.after(p)
        HistoryPage(rest.getOrElse(Vector.empty).take(query.limit), c.top, rest.nonEmpty)

  def presence(name: String): Future[Vector[ClientInfo]] = known(name)(_.subscribers.map(_(1)))

  def isActive(name: String): Boolean = channels.containsKey(name) && subscribers(name) > 0

  /** How many are subscribed. */
  def subscribers(name: String): Int = synchronized(channel(name).subscribers.length)

  /** Ends all subscriptions of a channel, as a channel does. */
  def end(name: String, code: UnsubscribeCode): Unit =
    val all = synchronized:
      val c = channel(name)
      val all = c.subscribers
      c.subscribers = Vector.empty
      all
    all.foreach(_(0).ended(code))

  def slow(channel: String, subscriber: Subscriber, full: Boolean): Unit = ()
  def hooks(label: AnyRef): HookCalls = HookCalls(runner, config.hooks, label)
  def connected(connection: Connection): Unit = connections.add(connection): Unit
  def disconnected(connection: Connection): Unit = connections.remove(connection): Unit
  def isRevoked(user: String, token: String, issued: Long): Boolean = revoked(token)
end TestHub
