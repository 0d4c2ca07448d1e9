package eddy.push.sns.internal

import eddy.push.MediatorNode
import eddy.push.internal.MessageFormatException
import eddy.push.sns.SnsConfig

import java.util.concurrent.CompletableFuture
import scala.collection.mutable
import scala.concurrent.ExecutionContext
import scala.jdk.CollectionConverters.*
import scala.util.{Failure, Success}

import software.amazon.awssdk.services.sqs.model.{
  DeleteMessageBatchRequest,
  DeleteMessageBatchRequestEntry,
  Message,
  ReceiveMessageRequest,
  ReceiveMessageResponse
}

/** Polls the node's queue: the paper's poller, of one queue for all topics. A poll waits at AWS for up to
  * twenty seconds; here it is a request under way, which holds no worker and no thread. There is one while
  * the queue is empty and some while it is full, and none while the node is behind: the rest then stays in
  * the queue.
  *
  * @param lost once, when a poll has failed
  */
private[sns] final class QueueReader(
    aws: Aws,
    url: String,
    inbox: Inbox,
    config: SnsConfig,
    node: MediatorNode,
    lost: Throwable => Unit
):
  import QueueReader.*
  private val unit = node.system.engine.unit()
  private given ExecutionContext = ExecutionContext.fromExecutor(unit.submit(_))

  // the unit's
  private val underway = mutable.HashSet.empty[CompletableFuture[ReceiveMessageResponse]]
  private var polls = 1
  private var waits = false
  private var ended = false

  def start(): Unit = unit.submit(() => fill())

  def end(): Unit = unit.submit: () =>
    ended = true
    underway.foreach(_.cancel(true))

  private def fill(): Unit =
    while !ended && !waits && underway.size < polls do poll()

  private def poll(): Unit =
    if inbox.load.isFull then
      waits = true
      inbox.load.whenFree: () =>
        unit.submit: () =>
          waits = false
          fill()
    else
      var asked: CompletableFuture[ReceiveMessageResponse] | Null = null
      val answer = Aws.asked:
        val made = aws.sqs.receiveMessage(
          ReceiveMessageRequest.builder().queueUrl(
            url
          ).maxNumberOfMessages(Batch).waitTimeSeconds(WaitSeconds).build()
        )
        asked = made
        made
      val future = asked
      if future != null then underway += future
      answer.onComplete: result =>
        if future != null then underway -= future
        result match
          case Success(response) if !ended => received(response.messages.asScala.toVector)
          case Failure(failure) if !ended =>
            ended = true
            lost(failure)
          case _ => ()

  private def received(messages: Vector[Message]): Unit =
    polls =
      if messages.isEmpty then 1
      else if messages.size == Batch then math.min(polls + 1, config.polls) else polls
    if messages.nonEmpty then
      inbox.come(messages.flatMap(m => parcel(m.body)))
      delete(messages)
    fill()

  private def parcel(body: String): Option[Parcel] =
    try Some(Parcel.read(body))
    catch
      case wrong: MessageFormatException =>
        node.failed("reading a message of the queue; only Eddy may publish to its topic", wrong)
        None

  /** A message that is not removed comes again, and is recognized by its number. */
  private def delete(messages: Vector[Message]): Unit =
    val entries = messages.zipWithIndex.map: (m, i) =>
      DeleteMessageBatchRequestEntry.builder().id(i.toString).receiptHandle(m.receiptHandle).build()
    val request = DeleteMessageBatchRequest.builder().queueUrl(url).entries(entries.asJava).build()
    Aws.asked(aws.sqs.deleteMessageBatch(request)).onComplete:
      case Failure(failure) if !ended =>
        node.failed("removing messages from the queue; they will come again", failure)
      case _ => ()
end QueueReader

private[sns] object QueueReader:
  /** The most that SQS returns. */
  private final val Batch = 10
  private final val WaitSeconds = 20
