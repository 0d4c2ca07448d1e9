package eddy.push.sns

import eddy.push.*
import eddy.push.sns.internal.Publisher
import eddy.runtime.WorkerStats
import eddy.testing.TestLength

import scala.concurrent.duration.DurationInt
import scala.jdk.CollectionConverters.*
import scala.util.Try

import software.amazon.awssdk.services.sns.model.PublishRequest

/** Beside the contract: limits, strangers, and what AWS refuses. */
class MediatorSuite extends SnsSuite("push-sns-mediator"):
  test("a publication larger than SNS takes is refused with 106, and one as large arrives"):
    val one = node()
    val in = one.hear("large")
    val frame = """{"c":"large","d":}""".length
    val most = "x" * (Publisher.MaxPublicationBytes - frame - 2)
    one.say("large", most)
    failure(one.mediator.publish("large", message(most + "x"))) match
      case refused: PushException =>
        assertEquals(refused.error.code, 106)
        assert(refused.getMessage.contains("SNS takes 258048"), refused.getMessage)
      case other => fail(s"$other")
    one.say("large", "small")
    assertHears(in, Vector(most, "small"))

  test("characters that SNS refuses arrive, and control characters are refused without harm to others"):
    val one = node()
    val in = one.hear("odd")
    val both = Seq(
      one.mediator.publish("odd", message("a\u0001b")),
      one.mediator.publish("odd", message("\uFFFE and \uFFFF"))
    )
    failure(both(0)) match
      case refused: PushException => assertEquals(refused.error.code, 107)
      case other => fail(s"$other")
    await(both(1)): Unit
    assertHears(in, Vector("\\ufffe and \\uffff"))

  test("more publications than may wait for SNS are refused, and the others arrive"):
    val one = node(config.copy(maxUnacknowledged = 10))
    val in = one.hear("full")
    val results = (1 to 1000).map(i => one.mediator.publish("full", message(s"m$i"))).map(f => Try(await(f)))
    val refused = results.flatMap(_.failed.toOption)
    assert(refused.nonEmpty && refused.size < 1000, s"${refused.size} refused")
    refused.foreach(r =>
      assert(r.isInstanceOf[MediatorException] && r.getMessage.contains("maxUnacknowledged"), r.toString)
    )
    assertHears(in, results.indices.filter(results(_).isSuccess).map(i => s"m${i + 1}"))

  test("a message that no node has sent is reported and does no harm"):
    val one = node()
    val in = one.hear("strange")
    val arn = s"arn:aws:sns:eu-central-1:000000000000:${config.topicName}"
    aws.sns.publish(PublishRequest.builder().topicArn(arn).message("not of ours").build()).join()
    one.say("strange", "ours")
    assertHears(in, Vector("ours"))
    until("it is told of")(one.told.failures.asScala.exists(_.contains("only Eddy may publish")))

  test("systems with other topics do not hear each other"):
    val (one, other) = (node(), node(config.copy(topic = "another")))
    val (in, apart) = (one.hear("a"), other.hear("a"))
    other.say("a", "apart")
    one.say("a", "here")
    assertHears(in, Vector("here"))
    assertHears(apart, Vector("apart"))

  test("publications of one node come in order to a node that begins in the middle"):
    val one = node()
    one.say("order", (1 to 100).map(_.toString)*)
    val two = node()
    val in = two.hear("order")
    one.say("order", (101 to 300).map(_.toString)*)
    val heard = in.publications.await("the last")(_.exists(_.message.data.toString == "\"300\""))
    assertEquals(heard.map(_.message.data.toString).takeRight(200), (101 to 300).map(i => s"\"$i\"").toVector)
    assertEquals(in.gaps.size, 0)

  test("many publications share a message of SNS, which is what AWS charges"):
    val one = node()
    val in = one.hear("many")
    one.say("many", (1 to 5000).map(_.toString)*)
    assertHears(in, (1 to 5000).map(_.toString))
    assert(one.told.failures.isEmpty, one.told.failures.toString)

  test("polls that wait hold no worker and no thread"):
    val first = node()
    val threads = Thread.getAllStackTraces.size
    val count = if TestLength.isFull then 10 else 5
    val more = (1 to count).map(_ => Node(config.copy(beat = 1.minute, silentFor = 2.minutes)))
    more.foreach(one => await(one.started))
    // each has a poll that waits 20 s, and then the next: a worker that one holds is never asleep
    def workers = engine.stats.workers.filterNot(_.spare).map(_.state)
    until("all workers are asleep at once", workers.toString)(workers.forall(_ == WorkerStats.State.Asleep))
    // each has the I/O thread and the clock of its clients; pools grow with concurrent messages, and shrink
    // again
    def each = (Thread.getAllStackTraces.size - threads) / count.toDouble
    until("there are less than 4 threads for each node", s"$each")(each < 4)
    val ins = more.map(_.hear("polled"))
    first.say("polled", "x")
    ins.foreach(assertHears(_, Vector("x")))

  test("a second intake for an interest is refused"):
    val one = node()
    one.hear("c"): Unit
    val refused = failure(one.mediator.subscribe(Interest.Channel("c"), TestIntake()))
    assert(
      refused.isInstanceOf[IllegalStateException] && refused.getMessage.contains("Channel(c)"),
      refused.toString
    )

  test("before its start and after its end a mediator says why it refuses"):
    assert(failure(SnsMediator(config).publish("a", message("x"))).getMessage.contains("not started"))
    val one = node()
    await(one.mediator.close())
    assert(failure(one.mediator.publish("a", message("x"))).getMessage.contains("closed"))
    assert(failure(one.mediator.subscribe(Interest.Channel("a"), TestIntake())).getMessage.contains("closed"))

  test("settings that cannot work are refused with what would"):
    def refusal(make: => SnsConfig) = intercept[IllegalArgumentException](make).getMessage
    assert(refusal(SnsConfig("eu central")).contains("eu-central-1"))
    assert(refusal(SnsConfig("eu-central-1", "a.fifo")).contains("a.fifo"))
    assert(refusal(SnsConfig("eu-central-1", delivery = Delivery.Push)).contains("endpoint"))
    assert(refusal(SnsConfig("eu-central-1", queueKeeps = 10.seconds)).contains("queueKeeps = 10 seconds"))
    assert(!SnsConfig("eu-central-1", keys = Some(AwsKeys("a", "hidden"))).toString.contains("hidden"))
    assert(!AwsKeys("a", "hidden", Some("hidden")).toString.contains("hidden"))
    assertEquals(SnsConfig("eu-central-1", "arn:aws:sns:eu-central-1:123456789012:chat").topicName, "chat")
    intercept[IllegalArgumentException](SnsEndpoint("https://node1.example.org/sns?x")): Unit
    intercept[IllegalArgumentException](SnsEndpoint("ftp://node1.example.org/sns")): Unit
end MediatorSuite
