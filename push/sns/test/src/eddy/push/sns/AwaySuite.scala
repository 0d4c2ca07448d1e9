package eddy.push.sns

import eddy.push.*
import eddy.push.sns.internal.{Arn, Janitor}
import eddy.testing.{FreePort, TestLength}
import eddy.web.{Server, ServerConfig}

import java.net.URI
import scala.concurrent.duration.DurationInt
import scala.jdk.CollectionConverters.*
import scala.util.Try

import software.amazon.awssdk.services.sns.model.{
  ListSubscriptionsByTopicRequest,
  SubscribeRequest,
  UnsubscribeRequest
}
import software.amazon.awssdk.services.sqs.model.{
  CreateQueueRequest,
  DeleteQueueRequest,
  GetQueueAttributesRequest,
  ListQueuesRequest,
  QueueAttributeName
}

/** AWS is away and comes back, and nodes end. */
class AwaySuite extends SnsSuite("push-sns-away"):
  private def queues: Seq[String] =
    aws.sqs.listQueues(
      ListQueuesRequest.builder().queueNamePrefix("push-sns-away-").build()
    ).join().queueUrls.asScala.toSeq

  private def strangers: Seq[String] =
    aws.sqs.listQueues(
      ListQueuesRequest.builder().queueNamePrefix("push-sns-strange").build()
    ).join().queueUrls.asScala.toSeq

  private def subscriptions: Map[String, String] =
    val arn = s"arn:aws:sns:eu-central-1:000000000000:${config.topicName}"
    aws.sns.listSubscriptionsByTopic(ListSubscriptionsByTopicRequest.builder().topicArn(arn).build()).join()
      .subscriptions.asScala.map(s => s.endpoint -> s.subscriptionArn).toMap

  private def of(node: Node)(address: String) = address.contains(node.told.id)

  private def endSubscription(of: Node): Unit =
    val arn = subscriptions.find((to, _) => this.of(of)(to)).get._2
    aws.sns.unsubscribe(UnsubscribeRequest.builder().subscriptionArn(arn).build()).join(): Unit

  /** It was away, has reported the gap meanwhile, and is up again. */
  private def isBack(node: Node, in: TestIntake): Unit =
    in.gaps.awaitSize(1): Unit
    node.awaitUp()

  test(
    "while AWS does not answer all is refused; when it does again, nothing is lost that the queue has kept"
  ):
    // A busy machine may exceed the short timeout at other times, too. Then `say` publishes again.
    val timeout = if TestLength.isFull then 30.seconds else 3.seconds
    val short = config.copy(publishTimeout = timeout, beat = 300.millis)
    val (one, two) = (node(short), node(short))
    def say(text: String): Unit =
      val keyed = message(text).copy(key = Some(text))
      until(s"$text is taken", s"${one.mediator.state}"):
        Try(await(one.mediator.publish("kept/a", keyed))).isSuccess
    val in = two.hear("kept/a")
    say("before")
    assertHears(in, Vector("before"))
    LocalStack.stopAnswering()
    try
      until("both are down")(Seq(one, two).forall(_.mediator.state != MediatorState.Up))
      val refused = failure(one.mediator.publish("kept/a", message("lost")))
      assert(refused.getMessage.contains("SNS is away"), refused.toString)
      assert(failure(one.mediator.subscribe(
        Interest.Channel("b"),
        TestIntake()
      )).getMessage.contains("SNS is away"))
    finally LocalStack.answerAgain()
    until("both are up")(Seq(one, two).forall(_.mediator.state == MediatorState.Up))
    say("after")
    assertHears(in, Vector("before", "after"))
    assertEquals(in.gaps.size, 0, "the queue was there all the time")
    assertEquals(in.publications.now.map(_.offset), Vector(1L, 2L))

  test("a node whose queue somebody has removed makes another, and tells of the gap"):
    val one = node()
    val in = one.hear("kept/b")
    one.say("kept/b", "before")
    assertHears(in, Vector("before"))
    aws.sqs.deleteQueue(DeleteQueueRequest.builder().queueUrl(queues.find(of(one)).get).build()).join()
    isBack(one, in)
    one.say("kept/b", "after")
    assertHears(in, Vector("before", "after"))
    assertNotEquals(in.publications.now(0).position.epoch, in.publications.now(1).position.epoch)

  test("a node whose subscription somebody has ended finds that nothing comes, and makes another"):
    val silentFor = if TestLength.isFull then 5.seconds else 2.seconds
    val one = node(config.copy(beat = 200.millis, silentFor = silentFor))
    val in = one.hear("kept/c")
    endSubscription(one)
    isBack(one, in)
    // where LocalStack is slow it thinks so again
    until("what is said is heard"):
      Try(one.say("kept/c", "after")).isSuccess && in.publications.size > 0

  test("a node whose endpoint somebody has unsubscribed hears it from SNS, and subscribes again"):
    val (_, endpoint) = this.endpoint()
    val one = node(config.copy(delivery = Delivery.Push, endpoint = Some(endpoint), silentFor = 5.minutes))
    val in = one.hear("kept/d")
    endSubscription(one)
    isBack(one, in)
    one.say("kept/d", "after")
    assertHears(in, Vector("after"))

  test("a node whose endpoint is served too late for SNS' question is asked again, and comes up"):
    val (server, endpoint) = this.endpoint()
    server.stop()
    val one = Node(config.copy(
      topic = "push-sns-late",
      delivery = Delivery.Push,
      endpoint = Some(endpoint),
      confirmWithin = 1.second
    ))
    def tells(state: MediatorState) = state match
      case MediatorState.Down(cause, _) => cause.contains(s"SNS has not called ${endpoint.url}")
      case MediatorState.Up => false
    one.told.states.await("the reason why it is down")(_.exists(tells)): Unit
    assert(!one.started.isCompleted)
    val port = URI(endpoint.url).getPort
    val late = Server(ServerConfig(port = port, accessLog = false)).start(endpoint.routes)
    atEnd(late.stop())
    await(one.started)
    val in = one.hear("a")
    one.say("a", "x")
    assertHears(in, Vector("x"))

  test("a message that a node has taken is no longer in its queue"):
    val one = node()
    val in = one.hear("a")
    one.say("a", (1 to 30).map(_.toString)*)
    assertHears(in, (1 to 30).map(_.toString))
    val url = queues.find(of(one)).get
    val counts = Seq(
      QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES,
      QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES_NOT_VISIBLE
    )
    until("the queue is empty"):
      val asked = GetQueueAttributesRequest.builder().queueUrl(url).attributeNames(counts*).build()
      aws.sqs.getQueueAttributes(asked).join().attributes.asScala.values.forall(_ == "0")

  test("a node that ends leaves no queue and no subscription"):
    val (server, endpoint) = this.endpoint()
    val (pulling, pushed) = (node(), node(config.copy(delivery = Delivery.Push, endpoint = Some(endpoint))))
    assert(queues.exists(of(pulling)))
    assert(subscriptions.keys.exists(of(pulling)) && subscriptions.keys.exists(of(pushed)))
    await(pulling.mediator.close())
    await(pushed.mediator.close())
    assert(!queues.exists(of(pulling)), queues.toString)
    assert(!subscriptions.keys.exists(k => of(pulling)(k) || of(pushed)(k)), subscriptions.toString)
    server.stop()

  test("the leftovers of a dead node are removed by another, and the resources of others stay"):
    val one = node()
    val names = Seq(
      "push-sns-away-deadnode-1",
      "push-sns-away-zzlives-2",
      "push-sns-away-of-somebody",
      "push-sns-strange"
    )
    val urls =
      names.map(n => aws.sqs.createQueue(CreateQueueRequest.builder().queueName(n).build()).join().queueUrl)
    def there = names.zip(urls).collect:
      case (name, url) if queues.contains(url) || name == "push-sns-strange" && strangers.contains(url) =>
        name
    val arn = s"arn:aws:sns:eu-central-1:000000000000:${config.topicName}"
    aws.sns.subscribe(
      SubscribeRequest.builder().topicArn(arn).protocol("sqs")
        .endpoint("arn:aws:sqs:eu-central-1:000000000000:push-sns-away-deadnode-1").build()
    ).join()
    import scala.concurrent.ExecutionContext.Implicits.global
    val janitor = Janitor(aws, Arn(arn), config, one.told)
    val now = System.nanoTime
    val later = now + config.deadAfter.toNanos
    // the clock is the test's
    await(janitor.sweep(Map("zzlives" -> now), now))
    assertEquals(there, names, "it may only be late")
    await(janitor.sweep(Map("0" -> later, "zzlives" -> later), later))
    assertEquals(there, names, "another node does it")
    await(janitor.sweep(Map("zzlives" -> later), later))
    assertEquals(there, names.drop(1))
    assert(!subscriptions.keys.exists(_.contains("-deadnode")), subscriptions.toString)
    assert(queues.exists(of(one)), "this node lives")
    assert(one.told.failures.isEmpty, one.told.failures.toString)

  test("a node that starts before AWS waits for it"):
    val port = FreePort.any()
    val one = Node(config.copy(emulator = Some(URI(s"http://127.0.0.1:$port"))))
    one.awaitDown()
    assert(!one.started.isCompleted)
    val way = Way(LocalStack.uri.getPort, at = ("127.0.0.1", port))
    // the node ends before its way, since it asks AWS to remove its queue
    try
      await(one.started)
      val in = one.hear("a")
      one.say("a", "x")
      assertHears(in, Vector("x"))
      await(one.mediator.close())
    finally way.close()
end AwaySuite
