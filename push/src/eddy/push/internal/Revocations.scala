package eddy.push.internal

import eddy.push.*
import eddy.runtime.Timer

import java.util.concurrent.{ConcurrentHashMap, ThreadLocalRandom}
import scala.concurrent.duration.{DurationInt, DurationLong}
import scala.concurrent.{ExecutionContext, Future}
import scala.jdk.CollectionConverters.*
import scala.util.control.NonFatal
import scala.util.{Failure, Success}

import com.github.plokhotnyuk.jsoniter_scala.core.{JsonValueCodec, readFromArray, writeToArray}
import com.github.plokhotnyuk.jsoniter_scala.macros.{CodecMakerConfig, JsonCodecMaker}

/** The revoked tokens, until they expire. Each node knows all of them: the nodes send them to each other over
  * a channel of the mediator. A node that starts reads its history or, where each node has its own, asks the
  * others; each revocation is sent again before the history forgets it. Any thread.
  */
private[push] final class Revocations(node: Node, connections: Connections)
    extends OwnChannel(node, ChannelNames.Revoked):
  import Revocations.*
  private given ExecutionContext = ExecutionContext.parasitic
  private val known = new ConcurrentHashMap[String, Known]()

  /** Revocations sent before that must be sent again. */
  @volatile private var dueNanos = now - RepeatAfter.toNanos
  @volatile private var learnt = false
  @volatile private var sweeping: Timer | Null = null

  /** The revocations from before this node's start are known. */
  def isReady: Boolean = learnt

  def isRevoked(by: Credential): Boolean =
    covers(s"token ${by.token}", by) || covers(s"user ${by.user}", by) ||
      by.subject.exists(who => covers(s"user $who", by))

  private def covers(key: String, by: Credential) =
    val found = known.get(key)
    found != null && found.what.covers(by)

  /** Tells all nodes, this one included. */
  def revoke(what: Revocation): Future[Unit] =
    if known.size >= Most && !known.containsKey(keyOf(what)) then
      val why = s"$Most revocations are remembered already: revoke a user, or have tokens expire sooner"
      Future.failed(PushException(PushError.LimitExceeded, why))
    else tell(Said.Revoked(what))

  def start(): Unit =
    take()
    sweeping = node.system.engine.every(SweepEvery)(() => sweep())

  override def close(): Future[Unit] =
    val timer = sweeping
    if timer != null then timer.cancel(): Unit
    super.close()

  // -------------------------------------------------------------------------------------------- hearing

  protected def heard(publications: IndexedSeq[Publication]): Unit = publications.foreach: publication =>
    val message = publication.message
    try
      readFromArray[Said](message.data.bytes) match
        case Said.Revoked(what) => remember(what, message.time)
        case Said.Tell => if message.origin != node.id then tellAll()
    catch case NonFatal(wrong) => node.failed(s"reading what node ${message.origin} revokes", wrong)

  /** @param told in milliseconds since 1970 */
  private def remember(what: Revocation, told: Long): Unit = if isNeeded(what.until) then
    val at = now - (System.currentTimeMillis - told).max(0).millis.toNanos
    val before = known.get(keyOf(what))
    known.merge(
      keyOf(what),
      Known(what, at),
      (a, b) => if b.atNanos - a.atNanos > 0 then b.or(a) else a.or(b)
    ): Unit
    // later on it finds only those that have come with another token
    if before == null || before.what.issuedUntil < what.issuedUntil then
      // a user's tokens may be those of connections that a hook has given another
      connections.all.foreach(_.revoked(what))

  // -------------------------------------------------------------------------------------------- learning

  protected def taken(): Unit = learn(None)
  def gap(): Unit = learn(None)

  private def learn(after: Option[Position]): Unit =
    node.deadline("reading what was revoked"):
      node.mediator.read(ChannelNames.Revoked, HistoryQuery(after, PageSize))
    .onComplete:
      case Success(page) =>
        heard(page.publications)
        page.publications.lastOption match
          case Some(last) if last.offset < page.top.offset => learn(Some(last.position))
          case _ =>
            learnt = true
            if !node.mediator.sharedHistory then ask()
      case Failure(cause) =>
        node.failed("reading what was revoked", cause)
        again(() => learn(after))

  private def ask(): Unit = tell(Said.Tell).onComplete:
    case Success(_) => ()
    case Failure(cause) =>
      node.failed("asking what was revoked", cause)
      again(() => ask())

  // -------------------------------------------------------------------------------------------- telling

  private def sweep(): Unit =
    known.values.nn.removeIf(k => !isNeeded(k.what.until)): Unit
    dueNanos = later(dueNanos, now - RepeatAfter.toNanos)
    repeat(known.values.nn.iterator.nn.asScala)

  /** At some moment, so that not all nodes do it: the others need not repeat a message of one. */
  private def tellAll(): Unit =
    dueNanos = now
    val moment = (node.config.heartbeat.toMillis * ThreadLocalRandom.current.nextDouble).toLong.millis
    val _ = node.system.engine.after(moment): () =>
      if !isClosed then repeat(known.values.nn.iterator.nn.asScala)

  /** Sends the revocations whose time has come, one after another. */
  private def repeat(all: Iterator[Known]): Unit =
    all.find(k => k.atNanos - dueNanos <= 0).foreach: next =>
      tell(Said.Revoked(next.what)).onComplete:
        case Success(_) => repeat(all)
        case Failure(cause) => node.failed("telling other nodes what was revoked", cause)

  private def tell(said: Said): Future[Unit] =
    val message = Message(new Json(writeToArray(said)), time = System.currentTimeMillis, origin = node.id)
    node.deadline("telling all nodes what is revoked")(node.mediator.publish(ChannelNames.Revoked, message))
      .map(_ => ())

  private def now: Long = node.system.engine.nanoTime
end Revocations

private[push] object Revocations:
  /** How many nodes keep, and how long a mediator keeps what they say: it is said again in half of that time.
    */
  private final val Most = 50_000
  val Kept: Retention = Retention(2 * Most, 30.days)
  private val RepeatAfter = Kept.age / 2
  private val SweepEvery = 1.hour
  private final val PageSize = 1000

  /** By how much a verifier may let a token outlive its expiry. */
  private final val LeewaySeconds = 600

  /** Whether tokens that expire then may be shown to a node now.
    * @param until in seconds since 1970
    */
  def isNeeded(until: Long): Boolean = until > System.currentTimeMillis / 1000 - LeewaySeconds

  /** @param atNanos when it was sent last */
  private final case class Known(what: Revocation, atNanos: Long):
    def or(other: Known): Known = copy(what = what.or(other.what))

  private def keyOf(what: Revocation) =
    if what.token.nonEmpty then s"token ${what.token}" else s"user ${what.user}"

  private def later(a: Long, b: Long) = if a - b > 0 then a else b

  private enum Said derives CanEqual:
    case Revoked(what: Revocation)

    /** From a node that starts: asks for all revocations. */
    case Tell

  private given JsonValueCodec[Said] =
    JsonCodecMaker.make(CodecMakerConfig.withDiscriminatorFieldName(Some("do")))
end Revocations
