package eddy.push.sns.internal

import eddy.push.internal.{Backoff, Tie}
import eddy.push.sns.SnsConfig
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
import eddy.runtime.Timer

import scala.concurrent.{ExecutionContext, Future, Promise}
import scala.jdk.CollectionConverters.*
import scala.util.{Failure, Success}

import software.amazon.awssdk.awscore.exception.AwsServiceException
import software.amazon.awssdk.services.sns.model.{
  CreateTopicRequest,
  PublishBatchRequest,
  PublishBatchRequestEntry,
  PublishBatchResponse,
  SetTopicAttributesRequest
}

/** The node's tie to AWS: creates the needed resources, checks that its publications come back, and starts
  * again when they do not. Its steps run in order, as events of one unit; nothing waits.
  */
private[sns] final class Link(config: SnsConfig, node: MediatorNode) extends Tie:
  import Link.*
  private val engine = node.system.engine
  private val unit = engine.unit()
  private given ExecutionContext = ExecutionContext.fromExecutor(unit.submit(_))
  private val backoff = new Backoff(config.reconnectFirst, config.reconnectMost)
  private lazy val aws = new Aws(config)
  private val inbox: Inbox =
    new Inbox(config, node)(() => unit.submit(() => beaten()), () => unit.submit(() => newcomer()))
  private val publisher: Publisher =
    new Publisher(config, node, send(_, _), (_, failure) => unit.submit(() => broken(failure)))

  @volatile private var current: MediatorState =
    MediatorState.Down("not connected yet", System.currentTimeMillis)

  // the unit's
  private var inflow: Inflow | Null = null
  private var janitor: Janitor | Null = null

  /** How many there were. */
  private var inflows = 0
  private var phase = Phase.Away
  private var beatenAt = 0L
  private var sweptAt = 0L
  private var retry: Timer | Null = null
  private var clock: Timer | Null = null
  private var closing: Promise[Unit] | Null = null
  private val first = Promise[Unit]()

  def state: MediatorState = current

  /** Done when a beat of this node has come back to it, however long that takes; fails when AWS says that
    * this node may not come in.
    */
  def start(): Future[Unit] =
    unit.submit: () =>
      clock = engine.every(config.beat)(() => unit.submit(() => tick()))
      connect()
    first.future

  def publish(channel: String, message: Message): Future[Published] =
    inbox.history.publishing(channel, message)(publisher.publish(channel, message))

  def read(channel: String, query: HistoryQuery): Future[HistoryPage] =
    inbox.history.read(channel, query)

  def forget(channel: String): Future[Unit] = Future.successful(inbox.history.forget(channel))

  def subscribe(interest: Interest, intake: Intake): Future[Unit] = ifUp(s"not subscribed to $interest"):
    inbox.subscribe(interest, intake, publisher.last)

  def unsubscribe(interest: Interest): Future[Unit] = inbox.unsubscribe(interest)

  def close(): Future[Unit] =
    val done = Promise[Unit]()
    unit.submit: () =>
      val before = closing
      if before != null then done.completeWith(before.future): Unit
      else
        closing = done
        Seq(retry, clock).foreach(timer => if timer != null then timer.cancel(): Unit)
        first.tryFailure(MediatorException("the mediator was closed before it was connected")): Unit
        change(MediatorState.Down("the mediator was closed", System.currentTimeMillis))
        publisher.down("the mediator was closed", null)
        val open = inflow
        if open != null then open.stop()
        val removed = Promise[Unit]()
        if open == null || phase == Phase.Away then removed.success(()): Unit
        else removed.completeWith(open.remove()): Unit
        val limit = engine.after(RemoveWithin)(() => removed.trySuccess(()): Unit)
        removed.future.onComplete: result =>
          val _ = limit.cancel()
          result.failed.foreach(node.failed(
            "removing this node's queue or subscription; other nodes will do it",
            _
          ))
          inbox.close().onComplete: _ =>
            aws.close()
            done.success(()): Unit
      end if
    done.future
  end close

  private def isClosed = closing != null

  private def connect(): Unit = if !isClosed then
    retry = null
    phase = Phase.Connecting
    val opened =
      for
        arn <- topic()
        flow <- way(arn)
      yield
        if isClosed then
          flow.remove().failed.foreach(node.failed("removing this node's queue or subscription", _))
        else
          janitor = new Janitor(aws, arn, config, node)
          phase = Phase.Proving
          beatenAt = System.nanoTime()
          flow.start()
          publisher.up(arn.text)
          prove()
    opened.onComplete:
      case Failure(failure) => gone(failure)
      case Success(_) => ()
  end connect

  /** The inflow in use, if it still exists; else another one, before which all get a gap. */
  private def way(topic: Arn): Future[Inflow] =
    val before = inflow
    def another() =
      for
        made <- open(topic)
        _ = inflow = made
        _ <- if before == null then Future.unit else inbox.gap()
      yield made
    if before == null then another()
    else
      before.survives().flatMap: there =>
        if there then Future.successful(before)
        else
          // what there may still be of it; the queue or the subscription is gone
          before.remove().failed.foreach(_ => ())
          another()

  private def topic(): Future[Arn] = config.topicArn match
    case Some(arn) => Future.successful(Arn(arn))
    case None =>
      for
        made <- Aws.asked(aws.sns.createTopic(CreateTopicRequest.builder().name(config.topicName).build()))
        // separately, as creating a topic that exists with other attributes is refused
        _ <- Aws.asked(
          aws.sns.setTopicAttributes(
            SetTopicAttributesRequest.builder().topicArn(
              made.topicArn
            ).attributeName("SignatureVersion").attributeValue("2").build()
          )
        )
      yield Arn(made.topicArn)

  private def open(topic: Arn): Future[Inflow] =
    val lost: Throwable => Unit = failure => unit.submit(() => broken(failure))
    inflows += 1
    config.endpoint match
      case Some(endpoint) => EndpointInflow.open(aws, topic, endpoint, inbox, config, node, lost)
      case None => QueueInflow.open(aws, topic, inbox, config, node, inflows, lost)

  /** Until a beat has come back: it may take a moment until AWS has the subscription everywhere. */
  private def prove(): Unit = if phase == Phase.Proving && !isClosed then
    if System.nanoTime() - beatenAt > config.silentFor.toNanos then gone(MediatorException(Silent))
    else
      publisher.beat()
      retry = engine.after(ProveEvery)(() => unit.submit(() => prove()))

  /** This node's own beat has come. */
  private def beaten(): Unit =
    beatenAt = System.nanoTime()
    if phase == Phase.Proving && !isClosed then
      val timer = retry
      if timer != null then timer.cancel(): Unit
      phase = Phase.Up
      backoff.connected()
      change(MediatorState.Up)
      first.trySuccess(()): Unit
      sweep()

  /** A node that begins learns so how far this one is. */
  private def newcomer(): Unit = if phase == Phase.Up then publisher.beat()

  private def tick(): Unit = if phase == Phase.Up && !isClosed then
    if System.nanoTime() - beatenAt > config.silentFor.toNanos then broken(MediatorException(Silent))
    else
      publisher.beat()
      if System.nanoTime() - sweptAt > config.deadAfter.toNanos / 2 then sweep()

  private def sweep(): Unit =
    sweptAt = System.nanoTime()
    val cleaner = janitor
    if cleaner != null then
      cleaner.sweep(
        inbox.heard,
        sweptAt
      ).failed.foreach(node.failed("looking for what dead nodes have left", _))

  /** Something that worked does not any more. */
  private def broken(failure: Throwable): Unit =
    if phase == Phase.Up || phase == Phase.Proving then gone(failure)

  private def gone(failure: Throwable): Unit = if !isClosed then
    phase = Phase.Away
    val why = Link.reason(failure)
    val timer = retry
    if timer != null then timer.cancel(): Unit
    val open = inflow
    if open != null then open.stop()
    publisher.down(s"SNS is away: $why", failure)
    val since = current match
      case MediatorState.Down(_, since) => since
      case MediatorState.Up => System.currentTimeMillis
    change(MediatorState.Down(why, since))
    if !first.isCompleted && isDenied(failure) then
      first.failure(MediatorException(
        s"AWS does not let this node in: $why; see the rights that docs/push-sns.md lists",
        failure
      )): Unit
    else retry = engine.after(backoff.next())(() => unit.submit(() => connect()))

  private def send(topic: String, parcels: Vector[Outgoing]): Future[PublishBatchResponse] =
    val entries = parcels.map(p => PublishBatchRequestEntry.builder().id(p.id).message(p.text).build())
    Aws.asked(
      aws.sns.publishBatch(
        PublishBatchRequest.builder().topicArn(topic).publishBatchRequestEntries(entries.asJava).build()
      )
    )

  private def change(to: MediatorState): Unit =
    current = to
    node.changed(to)

  private def ifUp[A](what: String)(body: => Future[A]): Future[A] = current match
    case MediatorState.Up => body
    case MediatorState.Down(cause, _) => Future.failed(MediatorException(s"$what: SNS is away: $cause"))
end Link

private[sns] object Link:
  import scala.concurrent.duration.DurationInt

  private enum Phase derives CanEqual:
    case Away, Connecting, Proving, Up

  private val ProveEvery = 1.second

  /** How long the end of a node may wait for AWS. */
  private val RemoveWithin = 5.seconds

  private val Silent = "publications of this node do not come back to it"

  private def isDenied(failure: Throwable): Boolean = failure match
    case aws: AwsServiceException => aws.statusCode == 403
    case _ => false

  private def reason(failure: Throwable): String = Option(failure.getMessage).getOrElse(failure.toString)
end Link
