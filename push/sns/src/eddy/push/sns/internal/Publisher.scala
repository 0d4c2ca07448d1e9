package eddy.push.sns.internal

import eddy.push.internal.MessageCodec
import eddy.push.sns.SnsConfig
import eddy.push.{MediatorException, MediatorNode, Message, Published, PushError, PushException}

import java.nio.charset.StandardCharsets.UTF_8
import java.util.concurrent.ConcurrentLinkedQueue
import java.util.concurrent.atomic.{AtomicBoolean, AtomicInteger, AtomicLong}
import scala.collection.mutable
import scala.concurrent.{ExecutionContext, Future}
import scala.util.{Failure, Success}

import software.amazon.awssdk.awscore.exception.AwsServiceException
import software.amazon.awssdk.services.sns.model.PublishBatchResponse

/** Publishes to the topic. Publications that wait while requests are under way go out together: many
  * publications in a parcel, and up to ten parcels in a request. Any thread; nothing waits.
  *
  * @param send the parcels to the topic of this ARN
  * @param lost a request of the topic of this ARN has not been answered, or the topic no longer exists: not
  *   called for a request that began before the last [[down]]
  */
private[sns] final class Publisher(
    config: SnsConfig,
    node: MediatorNode,
    send: (String, Vector[Outgoing]) => Future[PublishBatchResponse],
    lost: (String, Throwable) => Unit
):
  import Publisher.*
  private val unit = node.system.engine.unit()
  private given ExecutionContext = ExecutionContext.fromExecutor(unit.submit(_))
  private val underway = new AtomicInteger()
  private val underwayBytes = new AtomicLong()
  private val incoming = new ConcurrentLinkedQueue[Sending]()
  private val due = new AtomicBoolean()
  @volatile private var numbered = 0L

  // the unit's
  private var topic: String | Null = null
  private var why = "SNS was never reached"
  private var cause: Throwable | Null = null
  private var outages = 0
  private val waiting = new mutable.ArrayDeque[Sending]
  private val again = new mutable.ArrayDeque[Outgoing]
  private var requests = 0
  private var beats = false

  /** Numbers that SNS has not acknowledged, and that are not given up with it. */
  private val unsettled = mutable.TreeSet.empty[Long]
  private var givenUp = Vector.empty[Long]

  /** The number of the last publication. */
  def last: Long = numbered

  def publish(channel: String, message: Message): Future[Published] =
    val bytes = MessageCodec.encode(message, channel)
    if bytes.length > MaxPublicationBytes then
      Future.failed(
        PushException(
          PushError.LimitExceeded,
          s"a publication of ${bytes.length} bytes to \"$channel\": SNS takes $MaxPublicationBytes; publish where it can be had instead"
        )
      )
    else if bytes.exists(isRefused) then
      Future.failed(
        PushException(
          PushError.BadRequest,
          s"the publication to \"$channel\" has a control character: SNS takes none"
        )
      )
    else if underway.incrementAndGet() > config.maxUnacknowledged || underwayBytes.get > MaxUnderwayBytes then
      val _ = underway.decrementAndGet()
      Future.failed(
        MediatorException(
          s"${underway.get} publications of ${underwayBytes.get} bytes wait for SNS already: publish less, or raise maxUnacknowledged"
        )
      )
    else
      val _ = underwayBytes.addAndGet(bytes.length)
      val sending =
        new Sending(sendable(String(bytes, UTF_8)), System.nanoTime() + config.publishTimeout.toNanos)
      sending.future.onComplete(_ => over(bytes.length))(using ExecutionContext.parasitic)
      val _ = incoming.add(sending)
      if due.compareAndSet(false, true) then unit.submit(() => take())
      sending.future
    end if
  end publish

  private def over(bytes: Int): Unit =
    val _ = underway.decrementAndGet()
    val _ = underwayBytes.addAndGet(-bytes)

  def up(arn: String): Unit = unit.submit: () =>
    topic = arn
    pump()

  /** Pending and later publications fail with this reason. */
  def down(reason: String, failure: Throwable | Null): Unit = unit.submit: () =>
    topic = null
    outages += 1
    why = reason
    cause = failure
    waiting.foreach(_.failed(s"not published: $reason", failure))
    waiting.clear()
    again.foreach(giveUp(_, s"$reason; the publication may or may not have gone out", failure))
    again.clear()

  /** Tells all nodes, this one too, how far this one is. */
  def beat(): Unit = unit.submit: () =>
    beats = true
    pump()

  private def take(): Unit =
    due.set(false)
    var sending = incoming.poll()
    while sending != null do
      waiting += sending
      sending = incoming.poll()
    pump()

  private def pump(): Unit = topic match
    case arn: String =>
      // one after another until all are under way, or nothing is left
      while requests < config.requests && (waiting.nonEmpty || again.nonEmpty || beats) do request(arn)
    case null =>
      waiting.foreach(_.failed(s"not published: $why", cause))
      waiting.clear()
      beats = false

  private def request(arn: String): Unit =
    val parcels = Vector.newBuilder[Outgoing]
    var (room, slots) = (MaxRequestBytes, MaxParcels)
    def put(parcel: Outgoing): Unit =
      parcels += parcel
      room -= parcel.bytes
      slots -= 1
    while slots > 0 && again.nonEmpty && again.head.bytes <= room do put(again.removeHead())
    while slots > 0 && waiting.nonEmpty && waiting.head.bytes + HeaderBytes <= room do put(parcel(room))
    if beats && slots > 0 && room > HeaderBytes then
      beats = false
      val settled = unsettled.headOption.fold(numbered)(_ - 1)
      put(outgoing(0, Parcel.write(node.id, settled, voids(), Nil), Vector.empty))
    val sent = parcels.result()
    requests += 1
    val before = outages
    send(arn, sent).onComplete: answer =>
      requests -= 1
      answer match
        case Success(response) => answered(sent, response)
        case Failure(failure) =>
          failed(sent, failure)
          // if it was away meanwhile, this says nothing of its present state
          if !isRefusal(failure) && outages == before then lost(arn, failure)
      pump()
  end request

  private var told = Vector.empty[Long]
  private def voids(): Vector[Long] =
    told = givenUp.take(MaxGivenUp)
    givenUp = givenUp.drop(MaxGivenUp)
    told

  private def outgoing(number: Long, text: String, sendings: Vector[Sending]): Outgoing =
    // a written parcel has taken the numbers along
    val taken = told
    told = Vector.empty
    ids += 1
    Outgoing(ids.toString, number, text, text.getBytes(UTF_8).length, sendings, taken)
  private var ids = 0L

  /** The next of those that wait, as many as fit. */
  private def parcel(room: Int): Outgoing =
    val sendings = Vector.newBuilder[Sending]
    var bytes = HeaderBytes
    def fits = waiting.nonEmpty && bytes + waiting.head.bytes + 1 <= math.min(room, ParcelBytes)
    def one(): Unit =
      val sending = waiting.removeHead()
      bytes += sending.bytes + 1
      sendings += sending
    one()
    while fits do one()
    numbered += 1
    unsettled += numbered
    val all = sendings.result()
    outgoing(numbered, Parcel.write(node.id, numbered, voids(), all.map(_.text)), all)

  private def answered(sent: Vector[Outgoing], response: PublishBatchResponse): Unit =
    val taken = mutable.HashSet.empty[String]
    response.successful.forEach(entry => taken += entry.id: Unit)
    val refused = mutable.HashMap.empty[String, String]
    response.failed.forEach: entry =>
      if entry.senderFault then refused(entry.id) = s"${entry.code}: ${entry.message}"
    val now = System.nanoTime()
    sent.foreach: parcel =>
      if taken(parcel.id) then
        unsettled -= parcel.number
        parcel.givenUp.foreach(unsettled -= _)
        parcel.sendings.foreach(_.acknowledged())
      else if refused.contains(parcel.id) then
        giveUp(parcel, s"SNS refused the publication: ${refused(parcel.id)}", null)
      else if topic != null && parcel.sendings.exists(_.deadline - now > 0) then again += parcel
      else giveUp(parcel, "SNS has not taken the publication", null)

  private def failed(sent: Vector[Outgoing], failure: Throwable): Unit =
    val reason =
      if isRefusal(failure) then s"SNS refused the publication: ${failure.getMessage}"
      else s"no answer of SNS: ${failure.getMessage}; the publication may or may not have gone out"
    sent.foreach(giveUp(_, reason, failure))

  private def giveUp(parcel: Outgoing, reason: String, failure: Throwable | Null): Unit =
    givenUp = givenUp ++ parcel.givenUp
    if parcel.number > 0 then givenUp = givenUp :+ parcel.number
    parcel.sendings.foreach(_.failed(reason, failure))
end Publisher

private[sns] object Publisher:
  /** All that one request may bring, also when it is one message. */
  private final val MaxRequestBytes = 256 * 1024
  private final val MaxParcels = 10

  /** Amazon charges by 64 KiB: a parcel that is larger is one publication. */
  private final val ParcelBytes = 64 * 1024

  /** Room for the other fields of a parcel. */
  private final val HeaderBytes = 4 * 1024
  private final val MaxGivenUp = 150

  private def isRefusal(failure: Throwable): Boolean = failure match
    case aws: AwsServiceException =>
      aws.statusCode >= 400 && aws.statusCode < 500 && !Set(403, 404)(aws.statusCode)
    case _ => false

  final val MaxPublicationBytes = MaxRequestBytes - HeaderBytes
  private final val MaxUnderwayBytes = 64L * 1024 * 1024

  /** SNS takes what XML 1.0 does; JSON escapes the others, but for these, which are not JSON either.
    */
  private def isRefused(b: Byte): Boolean = b >= 0 && b < ' ' && b != '\n' && b != '\r' && b != '\t'

  /** The two other characters that SNS refuses, written as JSON's escapes. */
  private def sendable(text: String): String =
    if text.indexOf('\uFFFE') < 0 && text.indexOf('\uFFFF') < 0 then text
    else text.replace("\uFFFE", "\\ufffe").replace("\uFFFF", "\\uffff")
end Publisher
