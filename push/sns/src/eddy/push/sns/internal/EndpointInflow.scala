package eddy.push.sns.internal

import eddy.push.sns.{SnsConfig, SnsEndpoint}
import eddy.push.{MediatorException, MediatorNode}

import scala.concurrent.{ExecutionContext, Future, Promise}
import scala.jdk.CollectionConverters.*
import scala.util.{Failure, Success}

import software.amazon.awssdk.services.sns.model.{
  ConfirmSubscriptionRequest,
  GetSubscriptionAttributesRequest,
  SubscribeRequest,
  UnsubscribeRequest
}

/** SNS' calls to the node's endpoint. */
private[sns] object EndpointInflow:
  /** Subscribes, and waits until SNS has asked the endpoint whether it wants that, and was answered. */
  def open(
      aws: Aws,
      topic: Arn,
      endpoint: SnsEndpoint,
      inbox: Inbox,
      config: SnsConfig,
      node: MediatorNode,
      lost: Throwable => Unit
  )(using ExecutionContext): Future[Inflow] =
    val confirmed = Promise[Unit]()
    val url = s"${endpoint.url}?${Calls.NodeParameter}=${node.id}"

    def confirm(token: String): Unit =
      val answer = Aws.asked(
        aws.sns.confirmSubscription(
          // from then on only an AWS identity may unsubscribe, not everybody with the link
          ConfirmSubscriptionRequest.builder().topicArn(
            topic.text
          ).token(token).authenticateOnUnsubscribe("true").build()
        )
      )
      answer.onComplete(result => confirmed.tryComplete(result.map(_ => ())): Unit)

    val target = new Calls.Target(
      topic.text,
      node.id,
      Authenticity(Authenticity.certificates(config, topic.region), endpoint.calls.maxAge),
      inbox,
      confirm,
      () => lost(MediatorException("the subscription was cancelled")),
      node
    )
    endpoint.calls.attach(target)
    val timer = node.system.engine.after(config.confirmWithin): () =>
      confirmed.tryFailure(
        MediatorException(
          s"SNS has not called ${endpoint.url} within ${config.confirmWithin}: it must be reachable from AWS, and " +
            s"calls must come to this node alone; refused so far: ${endpoint.refused}"
        )
      ): Unit
    val made =
      for
        subscribed <- Aws.asked(
          aws.sns.subscribe(
            SubscribeRequest.builder().topicArn(topic.text).protocol(url.takeWhile(_ != ':')).endpoint(url)
              .returnSubscriptionArn(true).build()
          )
        )
        subscription = subscribed.subscriptionArn
        before <- isConfirmed(aws, subscription)
        _ = if before then confirmed.trySuccess(()): Unit
        _ <- confirmed.future.transformWith:
          case Success(_) => Future.unit
          // So that the next attempt is a new subscription, for which SNS asks again. AWS asks again for an
          // old one, too, and may refuse to remove what was not confirmed.
          case Failure(failure) =>
            endpoint.calls.detach(target)
            unsubscribed(aws, subscription).transformWith(_ => Future.failed(failure))
      yield new Inflow:
        def survives(): Future[Boolean] = Inflow.isThere(isConfirmed(aws, subscription))
        // calls come when they come
        def start(): Unit = ()
        def stop(): Unit = ()
        def remove(): Future[Unit] =
          endpoint.calls.detach(target)
          unsubscribed(aws, subscription)
    made.onComplete(_ => timer.cancel(): Unit)
    made
  end open

  private def unsubscribed(aws: Aws, subscription: String)(using ExecutionContext): Future[Unit] =
    Aws.asked(aws.sns.unsubscribe(UnsubscribeRequest.builder().subscriptionArn(subscription).build()))
      .map(_ => ())

  private def isConfirmed(aws: Aws, subscription: String)(using ExecutionContext): Future[Boolean] =
    Aws.asked(
      aws.sns.getSubscriptionAttributes(
        GetSubscriptionAttributesRequest.builder().subscriptionArn(subscription).build()
      )
    ).map(_.attributes.asScala.get("PendingConfirmation").contains("false"))
end EndpointInflow
