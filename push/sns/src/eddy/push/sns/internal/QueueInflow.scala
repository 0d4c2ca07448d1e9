package eddy.push.sns.internal

import eddy.push.MediatorNode
import eddy.push.sns.SnsConfig

import scala.concurrent.{ExecutionContext, Future}
import scala.jdk.CollectionConverters.*

import software.amazon.awssdk.services.sns.model.{
  GetSubscriptionAttributesRequest,
  SubscribeRequest,
  UnsubscribeRequest
}
import software.amazon.awssdk.services.sqs.model.{
  CreateQueueRequest,
  DeleteQueueRequest,
  GetQueueAttributesRequest,
  QueueAttributeName
}

/** The node's own queue, which the topic fills. */
private[sns] final class QueueInflow(
    aws: Aws,
    url: String,
    subscription: String,
    read: () => QueueReader
)(using
    ExecutionContext
) extends Inflow:
  // the link's
  private var reader: QueueReader | Null = null

  def survives(): Future[Boolean] = Inflow.isThere:
    val queue = Aws.asked(
      aws.sqs.getQueueAttributes(
        GetQueueAttributesRequest.builder().queueUrl(url).attributeNames(QueueAttributeName.QUEUE_ARN).build()
      )
    )
    val subscribed = Aws.asked(
      aws.sns.getSubscriptionAttributes(
        GetSubscriptionAttributesRequest.builder().subscriptionArn(subscription).build()
      )
    )
    for _ <- queue; _ <- subscribed yield true

  def start(): Unit =
    val made = read()
    reader = made
    made.start()

  def stop(): Unit =
    val reads = reader
    reader = null
    if reads != null then reads.end()

  def remove(): Future[Unit] =
    val unsubscribed =
      Aws.asked(aws.sns.unsubscribe(UnsubscribeRequest.builder().subscriptionArn(subscription).build()))
    val deleted = Aws.asked(aws.sqs.deleteQueue(DeleteQueueRequest.builder().queueUrl(url).build()))
    for _ <- unsubscribed; _ <- deleted yield ()
end QueueInflow

private[sns] object QueueInflow:
  /** @param life which queue of this node it is: a name that was removed cannot be had again at once */
  def open(
      aws: Aws,
      topic: Arn,
      inbox: Inbox,
      config: SnsConfig,
      node: MediatorNode,
      life: Int,
      lost: Throwable => Unit
  )(using
      ExecutionContext
  ): Future[Inflow] =
    val arn = topic.queue(s"${config.topicName}-${node.id}-$life")
    val attributes = Map(
      QueueAttributeName.POLICY -> policy(topic, arn),
      QueueAttributeName.MESSAGE_RETENTION_PERIOD -> config.queueKeeps.toSeconds.toString,
      QueueAttributeName.VISIBILITY_TIMEOUT -> visibleAfter(config).toString
    )
    for
      queue <- Aws.asked(
        aws.sqs.createQueue(
          CreateQueueRequest.builder().queueName(arn.name).attributes(attributes.asJava).build()
        )
      )
      subscribed <- Aws.asked(
        aws.sns.subscribe(
          SubscribeRequest.builder().topicArn(topic.text).protocol("sqs").endpoint(arn.text)
            .attributes(Map("RawMessageDelivery" -> "true").asJava).returnSubscriptionArn(true).build()
        )
      )
    yield new QueueInflow(
      aws,
      queue.queueUrl,
      subscribed.subscriptionArn,
      () => new QueueReader(aws, queue.queueUrl, inbox, config, node, lost)
    )
  end open

  /** Only the topic may put anything into the queue. */
  private def policy(topic: Arn, queue: Arn): String =
    s"""{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Principal":{"Service":"sns.amazonaws.com"},"Action":"sqs:SendMessage",""" +
      s""""Resource":"${queue.text}","Condition":{"ArnEquals":{"aws:SourceArn":"${topic.text}"}}}]}"""

  /** In seconds. A received message is removed at once. If it went to a poll that was cut off, it comes again
    * before it counts as lost.
    */
  private def visibleAfter(config: SnsConfig): Long = math.max(1, config.reorderWithin.toSeconds / 4)
end QueueInflow

/** @param text such as `arn:aws:sns:eu-central-1:123456789012:eddy` */
private[sns] final case class Arn(text: String):
  private val parts = text.split(":", 6)
  require(parts.length == 6, s"\"$text\" is not an ARN")
  def region: String = parts(3)
  def name: String = parts(5)

  /** A queue beside the topic. */
  def queue(name: String): Arn = Arn(s"${parts(0)}:${parts(1)}:sqs:${parts(3)}:${parts(4)}:$name")
