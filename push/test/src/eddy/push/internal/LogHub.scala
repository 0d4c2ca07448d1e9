package eddy.push.internal

import eddy.push.{ClientInfo, HistoryPage, HistoryQuery, Json, Message, Namespace, Position, Publication}
import eddy.push.{PublishOptions, Published, PushError, PushException}
import eddy.runtime.Engine

import java.util.concurrent.atomic.AtomicInteger
import scala.concurrent.{ExecutionContext, Future}

/** One channel with a log of its last publications, for tests of subscriptions alone. The publishing thread
  * runs the subscribers.
  */
final class LogHub(engine: Engine, val namespace: Namespace, channel: String = "c") extends Hub:
  private val order = Object() // one publication after another
  // guarded by this
  private var kept = Vector.empty[Publication]
  private var newest = 0L
  private var epoch = "e1"
  private var subscribers = Vector.empty[Subscriber]
  private var refusal: Option[PushError] = None

  private val holds = Holds()

  /** So many of the next reads fail. */
  val failures = AtomicInteger()

  def subscribed: Int = synchronized(subscribers.size)
  def top: Position = synchronized(Position(newest, epoch))

  def refuse(error: PushError): Unit = synchronized:
    refusal = Some(error)

  def say(text: String, tags: Map[String, String] = Map.empty): Future[Published] =
    publish(channel, Json(text), None, PublishOptions(tags = tags))

  /** Puts it into the log only: it gets lost on the way to the subscribers. */
  def lose(text: String): Unit =
    val _ = keep(Message(Json(text)))

  /** The log forgets everything, and begins another epoch. */
  def forget(): Unit = synchronized:
    kept = Vector.empty
    newest = 0
    epoch = s"$epoch'"

  /** The log keeps only the last `size`. */
  def trim(size: Int): Unit = synchronized:
    kept = kept.takeRight(size)

  def end(code: eddy.push.UnsubscribeCode): Unit = order.synchronized:
    synchronized(subscribers).foreach(_.ended(code))

  def namespace(of: String): Either[PushError, Namespace] =
    if of == channel then Right(namespace) else Left(PushError.UnknownChannel)

  def subscribe(
      of: String,
      to: Subscriber,
      who: ClientInfo | Null,
      recover: Option[Position],
      joins: Boolean
  ): Future[Subscribed] =
    order.synchronized:
      synchronized:
        refusal match
          case Some(error) => Future.failed(PushException(error, s"subscribing to $of"))
          case None =>
            subscribers :+= to
            val at = Position(newest, epoch)
            val page = recover.map(after => pageAfter(after, Int.MaxValue))
            val missed = page.filter(_.complete).fold(Vector.empty[Publication])(_.publications)
            Future.successful(Subscribed(at, missed, page.exists(_.complete), namespace.history > 0))

  def isActive(channel: String): Boolean = true
  def unsubscribe(of: String, gone: Subscriber): Unit = synchronized:
    subscribers = subscribers.filterNot(_ eq gone)

  def publish(of: String, data: Json, by: Option[ClientInfo], options: PublishOptions): Future[Published] =
    order.synchronized:
      val encoded = new Encoded(keep(Message(data, by, options.tags)))
      synchronized(subscribers).foreach(_.publication(encoded))
      val published = Published(Some(encoded.position))
      holds.room.map(_ => published)(using ExecutionContext.parasitic)

  /** Publishes several, which the subscribers are given at once. */
  def sayAll(texts: String*): Unit = order.synchronized:
    val batch = new Batch(texts.map(t => new Encoded(keep(Message(Json(t))))).toArray)
    synchronized(subscribers).foreach(s => if !s.publications(batch) then batch.items.foreach(s.publication))

  def slow(of: String, subscriber: Subscriber, full: Boolean): Unit = holds.set(subscriber, full)

  private def no = throw UnsupportedOperationException("there are no connections here")
  def hooks(label: AnyRef): HookCalls = no
  def connected(connection: Connection): Unit = no
  def disconnected(connection: Connection): Unit = no
  def isRevoked(by: Credential): Boolean = no
  def refused(error: PushError): Unit = ()

  def history(of: String, query: HistoryQuery): Future[HistoryPage] =
    if failures.getAndUpdate(n => math.max(n - 1, 0)) > 0 then
      Future.failed(IllegalStateException("the log is away"))
    else Future(synchronized(pageAfter(query.after.get, query.limit)))(using engine.executionContext)

  def presence(of: String): Future[Vector[ClientInfo]] = Future.successful(Vector.empty)

  private def keep(message: Message): Publication = synchronized:
    newest += 1
    val position = if namespace.history > 0 then Position(newest, epoch) else Publication.Unplaced
    val publication = Publication(channel, position, message)
    kept = (kept :+ publication).takeRight(namespace.history)
    publication

  private def pageAfter(after: Position, limit: Int): HistoryPage =
    val at = Position(newest, epoch)
    if after.epoch != epoch then HistoryPage(Vector.empty, at, complete = false)
    else
      // their offsets follow one another
      val known = kept.headOption.fold(0L)(first => math.max(0, after.offset - first.offset + 1))
      val rest = kept.drop(known.toInt)
      HistoryPage(rest.take(limit), at, rest.headOption.fold(newest)(_.offset - 1) <= after.offset)
end LogHub
