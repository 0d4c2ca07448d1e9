package eddy.push.sns.internal

import eddy.push.MediatorNode
import eddy.push.internal.MessageFormatException
import eddy.state.Pure
import eddy.web.{Request, Response}

import java.lang.System.Logger.Level
import java.time.{Duration, Instant}
import java.util.concurrent.atomic.{AtomicReference, LongAdder}
import scala.concurrent.duration.{DurationLong, FiniteDuration}

/** Answers SNS' calls of one node. Any thread; blocks only while a certificate is fetched.
  *
  * A repeated message does nothing: the sequence recognizes parcels by their numbers, and this class beats
  * and requests by their ids.
  */
@Pure
private[sns] final class Calls(val maxAge: FiniteDuration, clock: () => Instant):
  import Calls.*

  /** How long after it has come the same message would count as fresh, at most. */
  val remembers: FiniteDuration = maxAge + Authenticity.MostAhead.toMillis.millis
  private val once = Once(Duration.ofMillis(remembers.toMillis))
  private val target = new AtomicReference[Target | Null](null)
  val taken: LongAdder = LongAdder()
  private val refusals = Reason.values.map(r => r -> LongAdder()).toMap

  def refused(reason: Reason): LongAdder = refusals(reason)

  def attach(to: Target): Unit = target.set(to)
  def detach(from: Target): Unit = target.compareAndSet(from, null): Unit

  def apply(request: Request, response: Response): Unit =
    val answer = target.get match
      case null => Some(Refusal(Reason.NotStarted, "no mediator has been started with this endpoint"))
      case to: Target =>
        if !request.queryAll(NodeParameter).contains(to.node) then
          Some(Refusal(
            Reason.Foreign,
            s"for node \"${request.query(NodeParameter).getOrElse("").take(100)}\""
          ))
        else if to.inbox.load.isFull then Some(Refusal(Reason.Busy, "publications wait to be handed over"))
        else
          Envelope.read(request.bodyBytes) match
            case Left(refusal) => Some(refusal)
            case Right(envelope) => take(envelope, to)
    answer match
      case None =>
        taken.increment()
        response.status(200).empty()
      case Some(refusal) =>
        refusals(refusal.reason).increment()
        log.log(
          Level.DEBUG,
          s"a call from ${request.remoteAddress} was refused: ${refusal.reason.name}: ${refusal.detail}"
        )
        // a refused caller need not know which addresses were tried
        response.fail(
          refusal.reason.status,
          if refusal.reason.status == 403 then "this is no message for this node" else "try again"
        )
  end apply

  private def take(envelope: Envelope, to: Target): Option[Refusal] =
    if envelope.TopicArn != to.topic then
      Some(Refusal(Reason.Foreign, s"topic \"${envelope.TopicArn.take(300)}\""))
    else
      val now = clock()
      def isFirst = once.isFirst(envelope.MessageId, now)
      to.authenticity.refuses(envelope, now).orElse:
        envelope.Type match
          case Envelope.Notification =>
            try
              val parcel = Parcel.read(envelope.Message)
              if !parcel.isBeat || isFirst then to.inbox.come(Vector(parcel))
              None
            catch
              case wrong: MessageFormatException =>
                to.told.failed("reading a message of SNS; only Eddy may publish to its topic", wrong)
                None
          case Envelope.SubscriptionConfirmation =>
            if isFirst then to.confirm(envelope.Token.getOrElse(""))
            None
          case _ =>
            if isFirst then to.cancelled()
            None
end Calls

private[sns] object Calls:
  /** In the query of the address that SNS is given: tells this life of the node from those before. */
  val NodeParameter = "node"

  private val log = System.getLogger("eddy.push.sns")

  /** Who gets the calls.
    *
    * @param topic its ARN
    * @param node the node's id
    * @param confirm with SNS' token, that this node wants the subscription
    * @param cancelled somebody has ended the subscription
    */
  final class Target(
      val topic: String,
      val node: String,
      val authenticity: Authenticity,
      val inbox: Inbox,
      val confirm: String => Unit,
      val cancelled: () => Unit,
      val told: MediatorNode
  )
end Calls
