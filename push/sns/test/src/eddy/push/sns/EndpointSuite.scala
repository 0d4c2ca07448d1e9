package eddy.push.sns

import eddy.push.*
import eddy.push.sns.internal.*
import eddy.web.{RunningServer, WebSuite}

import java.net.URI
import java.net.http.HttpResponse.BodyHandlers
import java.net.http.{HttpClient, HttpRequest}
import java.time.Instant
import java.util.concurrent.ConcurrentLinkedQueue
import java.util.concurrent.atomic.{AtomicInteger, AtomicLong}
import scala.concurrent.duration.{DurationInt, DurationLong, FiniteDuration}

/** The endpoint's answers to any caller, with keys that are made here. */
class EndpointSuite extends WebSuite:
  private val system = eddy.actor.ActorSystem(engine)
  private lazy val signer = Signer()
  private val topic = "arn:aws:sns:eu-central-1:123456789012:eddy"
  private val certificate = "https://sns.eu-central-1.amazonaws.com/SimpleNotificationService-01.pem"

  /** The time passed on the clock that all here use, in nanoseconds. */
  private val nanos = AtomicLong()
  private val begun = Instant.now()
  private def now = begun.plusNanos(nanos.get)
  private def pass(time: FiniteDuration): Unit = nanos.addAndGet(time.toNanos): Unit

  private final class Called(server: RunningServer, val endpoint: SnsEndpoint, config: SnsConfig, wants: Int):
    val node: TestNode = TestNode(system)
    val tokens: ConcurrentLinkedQueue[String] = ConcurrentLinkedQueue()
    val beats: AtomicInteger = AtomicInteger()
    val inbox: Inbox = Inbox(config, node, () => nanos.get)(() => beats.incrementAndGet(): Unit, () => ())
    val intake: TestIntake = TestIntake(wants)
    await(inbox.subscribe(Interest.Channel("c"), intake, 0))
    val target: Calls.Target = Calls.Target(
      topic,
      node.id,
      Authenticity(Certificates(Authenticity.isAmazon("eu-central-1", _), _ => signer.pem), 15.minutes),
      inbox,
      token => tokens.add(token): Unit,
      () => tokens.add("cancelled"): Unit,
      node
    )

    def post(body: String, of: String = node.id): Int =
      val uri = URI(s"${server.url}/sns?node=$of")
      val request = HttpRequest.newBuilder(uri).POST(HttpRequest.BodyPublishers.ofString(body)).build()
      HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).statusCode
  end Called

  private def pushed(endpoint: SnsEndpoint) =
    SnsConfig("eu-central-1", delivery = Delivery.Push, endpoint = Some(endpoint))

  private def called(config: SnsEndpoint => SnsConfig = pushed, wants: Int = Int.MaxValue)(
      body: Called => Unit
  ): Unit =
    val endpoint = SnsEndpoint("https://node.example.org/sns", 15.minutes, () => now)
    serving(endpoint.routes): server =>
      val called = Called(server, endpoint, config(endpoint), wants)
      endpoint.calls.attach(called.target)
      endpoint.bindTo(server.metrics.registry)
      body(called)
      await(called.inbox.close())

  private def notification(message: String) = signer.sign(Envelope(
    Type = Envelope.Notification,
    MessageId = java.util.UUID.randomUUID.toString,
    TopicArn = topic,
    Message = message,
    Timestamp = now.toString,
    SignatureVersion = "2",
    SigningCertURL = certificate
  ))
  private def parcel(n: Int, of: String = "other") = Parcel.write(of, n, Nil, Seq(s"""{"c":"c","d":$n}"""))

  test("a message signed by SNS comes to the interested, and its repetition to nobody"):
    called(): it =>
      val first = Signer.json(notification(parcel(1)))
      assertEquals(it.post(first), 200)
      assertEquals(it.post(first), 200)
      assertEquals(it.post(Signer.json(notification(parcel(1)))), 200)
      assertEquals(it.post(Signer.json(notification(parcel(2)))), 200)
      assertEquals(it.intake.publications.awaitSize(2).map(_.message.data.toString), Vector("1", "2"))
      assertEquals(it.endpoint.taken, 4L)

  test("a repeated message reaches nobody for as long as it is fresh, also of a node that is dead"):
    called(): it =>
      val first = Signer.json(notification(parcel(1)))
      assertEquals(it.post(first), 200)
      it.intake.publications.awaitSize(1): Unit
      pass(11.minutes)
      await(it.inbox.look())
      assertEquals(it.post(first), 200)
      // of another node: shows that nothing is on its way
      assertEquals(it.post(Signer.json(notification(parcel(7, of = "third")))), 200)
      await(it.inbox.look())
      pass(1.second)
      await(it.inbox.look())
      assertEquals(it.intake.publications.awaitSize(2).map(_.message.data.toString), Vector("1", "7"))
      val silent = (nanos.get - it.inbox.heard("other")).nanos
      assert(silent >= 11.minutes, s"the dead one was heard $silent ago")
      pass(10.minutes)
      assertEquals(it.post(first), 403, "it is too old by now")

  test("a message repeated after the way was cut reaches nobody"):
    called(): it =>
      val messages = (1 to 3).map(n => Signer.json(notification(parcel(n))))
      messages.foreach(m => assertEquals(it.post(m), 200))
      it.intake.publications.awaitSize(3): Unit
      await(it.inbox.gap())
      messages.foreach(m => assertEquals(it.post(m), 200))
      await(it.inbox.look())
      pass(1.minute)
      await(it.inbox.look())
      assertEquals(it.post(Signer.json(notification(parcel(4)))), 200)
      await(it.inbox.look())
      pass(1.second)
      await(it.inbox.look())
      assertEquals(
        it.intake.publications.awaitSize(4).map(_.message.data.toString),
        Vector("1", "2", "3", "4")
      )

  test("a beat of this node that somebody sends again does not prove that its way works"):
    called(): it =>
      val beat = Signer.json(notification(Parcel.write(it.node.id, 0, Nil, Nil)))
      for _ <- 1 to 3 do assertEquals(it.post(beat), 200)
      assertEquals(it.post(Signer.json(notification(Parcel.write(it.node.id, 0, Nil, Nil)))), 200)
      await(it.inbox.look())
      assertEquals(it.beats.get, 2)

  test("the question for the subscription, and its end, are heard once however often they are sent"):
    called(): it =>
      def message(kind: String) = Signer.json(signer.sign(
        notification("…").copy(Type = kind, Token = Some("t1"), SubscribeURL = Some("https://evil.example/"))
      ))
      val (asks, ends) =
        (message(Envelope.SubscriptionConfirmation), message(Envelope.UnsubscribeConfirmation))
      for _ <- 1 to 2; body <- Seq(asks, ends) do assertEquals(it.post(body), 200)
      pass(14.minutes)
      assertEquals(it.post(ends), 200)
      assertEquals(it.tokens.toArray.toSeq, Seq[AnyRef]("t1", "cancelled"))
      // another subscription may end as well
      assertEquals(it.post(message(Envelope.UnsubscribeConfirmation)), 200)
      assertEquals(it.tokens.size, 3)

  test("a message that is not authentic gets 403, does nothing, and is counted by its reason"):
    called(): it =>
      val good = notification(parcel(1))
      val bad = Seq(
        "malformed" -> "nonsense",
        "malformed" -> "",
        "malformed" -> "[" * 100_000,
        "malformed" -> Signer.json(good.copy(Type = "Another")),
        "foreign" -> Signer.json(signer.sign(good.copy(TopicArn = topic + "2"))),
        "stale" -> Signer.json(signer.sign(good.copy(Timestamp = "2012-05-02T00:54:06.655Z"))),
        "certificate-address" -> Signer.json(signer.sign(good.copy(SigningCertURL =
          certificate.replace("https", "http")
        ))),
        "signature" -> Signer.json(good.copy(Message = parcel(2))),
        "signature" -> Signer.json(good.copy(
          Type = "SubscriptionConfirmation",
          Token = Some("t"),
          SubscribeURL = Some("u")
        ))
      )
      bad.foreach((reason, body) => assertEquals(it.post(body), 403, s"$reason: ${body.take(200)}"))
      assertEquals(it.post(Signer.json(good), "another"), 403)
      assertEquals(it.endpoint.refused, bad.size + 1L)
      assertEquals(it.endpoint.taken, 0L)
      for (reason, all) <- bad.groupBy(_._1) do
        val n = it.endpoint.calls.refused(Reason.values.find(_.name == reason).get).sum
        assertEquals(n, all.size + (if reason == "foreign" then 1L else 0L), reason)
      assertEquals(it.tokens.size, 0)
      // shows that nothing is on its way
      assertEquals(it.post(Signer.json(notification(parcel(1)))), 200)
      it.intake.publications.awaitSize(1): Unit
      assertEquals(it.intake.texts, Vector("1"))

  test("a message that is too large is refused before it is parsed"):
    called(): it =>
      assertEquals(it.post("x" * (1024 * 1024 + 1)), 413)

  test("the handshake is answered with SNS' token, and only for this node's topic"):
    called(): it =>
      val asks = notification("You have chosen to subscribe")
        .copy(
          Type = Envelope.SubscriptionConfirmation,
          Token = Some("t1"),
          SubscribeURL = Some("https://evil.example/")
        )
      assertEquals(it.post(Signer.json(signer.sign(asks.copy(TopicArn = topic + "2")))), 403)
      assertEquals(it.tokens.size, 0)
      assertEquals(it.post(Signer.json(signer.sign(asks))), 200)
      val ends = asks.copy(Type = Envelope.UnsubscribeConfirmation, MessageId = "another")
      assertEquals(it.post(Signer.json(signer.sign(ends))), 200)
      assertEquals(it.tokens.toArray.toSeq, Seq[AnyRef]("t1", "cancelled"))

  test("a message that is SNS' but no node's is reported, and not requested again"):
    called(): it =>
      assertEquals(it.post(Signer.json(notification("hello"))), 200)
      assert(it.node.failures.peek.contains("only Eddy may publish"), it.node.failures.toString)

  test("while the node is behind with more than it may hold, SNS is asked to try again"):
    called(_ => SnsConfig("eu-central-1", maxHeld = 10), wants = 1): it =>
      assertEquals(it.post(Signer.json(notification(parcel(1)))), 200)
      it.intake.publications.awaitSize(1): Unit
      val taken = (2 to 100).takeWhile(n => it.post(Signer.json(notification(parcel(n)))) == 200).size
      assert(taken < 99, "all were taken")
      assertEquals(it.endpoint.calls.refused(Reason.Busy).sum, 1L)
      it.intake.want(1000)
      assertEquals(it.intake.publications.awaitSize(1 + taken).size, 1 + taken)

  test("without a mediator, SNS is asked to try again"):
    called(): it =>
      it.endpoint.calls.detach(it.target)
      assertEquals(it.post(Signer.json(notification(parcel(1)))), 503)

  test("the counts are in the metrics"):
    val endpoint = SnsEndpoint("https://node.example.org/sns")
    serving(endpoint.routes): server =>
      endpoint.bindTo(server.metrics.registry)
      val request = HttpRequest.newBuilder(
        URI(s"${server.url}/sns")
      ).POST(HttpRequest.BodyPublishers.ofString("{}")).build()
      assertEquals(HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).statusCode, 503)
      val lines =
        server.metrics.scrape().linesIterator.filter(_.startsWith("eddy_push_sns_calls_total")).toSeq
      assert(lines.exists(l => l.contains("not-started") && l.endsWith(" 1.0")), lines.toString)
      assert(lines.exists(l => l.contains("outcome=\"taken\"") && l.endsWith(" 0.0")), lines.toString)

  test("certificates are fetched without following redirections, and no more than a certificate's size"):
    import eddy.web.Routes
    val routes = Routes
      .get("/good")((_, r) => r.text("pem"))
      .get("/away")((_, r) => r.redirect("/good"))
      .get("/large")((_, r) => r.text("x" * 100_000))
    serving(routes): server =>
      assertEquals(String(Certificates.fetch(s"${server.url}/good")), "pem")
      for path <- Seq("/away", "/large", "/none") do
        intercept[java.io.IOException](Certificates.fetch(server.url + path)): Unit
end EndpointSuite
