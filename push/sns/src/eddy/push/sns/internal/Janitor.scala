package eddy.push.sns.internal

import eddy.push.MediatorNode
import eddy.push.sns.SnsConfig

import java.net.{URI, URISyntaxException}
import scala.collection.mutable
import scala.concurrent.{ExecutionContext, Future}
import scala.jdk.CollectionConverters.*

import software.amazon.awssdk.services.sns.model.{
  ListSubscriptionsByTopicRequest,
  ListSubscriptionsByTopicResponse,
  Subscription,
  UnsubscribeRequest
}
import software.amazon.awssdk.services.sqs.model.{DeleteQueueRequest, ListQueuesRequest}

/** Removes the queues and subscriptions of nodes that have died. A node is dead when it has not been heard
  * for `deadAfter` since its leftovers were seen first; one that lives after all makes its own again, and
  * gets a gap. Of the nodes that hear each other the one with the lowest id does it. One caller at a time.
  */
private[sns] final class Janitor(aws: Aws, topic: Arn, config: SnsConfig, node: MediatorNode)(using
    ExecutionContext
):
  import Janitor.*

  /** Since when the leftovers of nodes that are not heard are known, by `System.nanoTime`. */
  private val suspects = mutable.HashMap.empty[String, Long]

  /** @param heard when each node was heard last, by `System.nanoTime` */
  def sweep(heard: Map[String, Long], now: Long): Future[Unit] =
    val alive = heard.filter((_, at) => now - at < config.deadAfter.toNanos).keySet + node.id
    if alive.min != node.id then Future.unit
    else
      for
        subscriptions <- subscribed(None, MaxPages)
        queues <- Aws.asked(
          aws.sqs.listQueues(
            ListQueuesRequest.builder().queueNamePrefix(s"${config.topicName}-").maxResults(1000).build()
          )
        )
        found = subscriptions.flatMap(s => owner(s).map(Leftover(_, Some(s), None))) ++
          queues.queueUrls.asScala.flatMap(url => ownerOfQueue(url).map(Leftover(_, None, Some(url))))
        dead = judge(found.filterNot(l => alive(l.owner)), now)
        _ <- Future.traverse(dead.take(AtOnce))(remove)
      yield ()

  private def judge(found: Vector[Leftover], now: Long): Vector[Leftover] =
    val _ = suspects.filterInPlace((owner, _) => found.exists(_.owner == owner))
    found.filter: leftover =>
      now - suspects.getOrElseUpdate(
        leftover.owner,
        now
      ) >= config.deadAfter.toNanos || isOfFormerLife(leftover)

  /** This endpoint is this node's alone, so the other one that it was of has ended. */
  private def isOfFormerLife(leftover: Leftover): Boolean =
    leftover.subscription.exists(s => config.endpoint.exists(e => s.endpoint.startsWith(s"${e.url}?")))

  private def remove(leftover: Leftover): Future[Unit] =
    val done =
      for
        _ <- leftover.subscription.fold(Future.unit)(s =>
          Aws.asked(
            aws.sns.unsubscribe(UnsubscribeRequest.builder().subscriptionArn(s.subscriptionArn).build())
          ).map(_ => ())
        )
        _ <- leftover.queueUrl.fold(Future.unit)(url =>
          Aws.asked(aws.sqs.deleteQueue(DeleteQueueRequest.builder().queueUrl(url).build())).map(_ => ())
        )
      yield ()
    // another one may have been faster; the rest is seen the next time
    done.recover(failure => node.failed(s"removing what dead node ${leftover.owner} has left", failure))

  private def subscribed(from: Option[String], pages: Int): Future[Vector[Subscription]] =
    val request = ListSubscriptionsByTopicRequest.builder().topicArn(topic.text)
    from.foreach(token => request.nextToken(token): Unit)
    Aws.asked(aws.sns.listSubscriptionsByTopic(request.build())).flatMap:
      (page: ListSubscriptionsByTopicResponse) =>
        val here = page.subscriptions.asScala.toVector
        if page.nextToken == null || page.nextToken.isEmpty || pages <= 1 then Future.successful(here)
        else subscribed(Some(page.nextToken), pages - 1).map(here ++ _)

  /** `None` for one that no node has made, and for one that is not confirmed yet and so cannot be removed. */
  private def owner(of: Subscription): Option[String] =
    if !of.subscriptionArn.startsWith("arn:") then None
    else if of.protocol == "sqs" then ownerOfQueue(of.endpoint)
    else
      try
        Option(URI(of.endpoint).getRawQuery).collect:
          case s"${Calls.NodeParameter}=$id" if id.matches(Id) => id
      catch case _: URISyntaxException => None

  /** By its address or ARN, both of which end in its name. */
  private def ownerOfQueue(address: String): Option[String] =
    val name = address.substring(math.max(address.lastIndexOf(':'), address.lastIndexOf('/')) + 1)
    Option.when(name.startsWith(s"${config.topicName}-"))(name.substring(config.topicName.length + 1))
      .filter(_.matches(s"$Id-[0-9]+")).map(_.takeWhile(_ != '-'))
end Janitor

private[sns] object Janitor:
  private final case class Leftover(
      owner: String,
      subscription: Option[Subscription],
      queueUrl: Option[String]
  )

  private final val Id = "[A-Za-z0-9]+"
  private final val AtOnce = 20
  private final val MaxPages = 20
end Janitor
