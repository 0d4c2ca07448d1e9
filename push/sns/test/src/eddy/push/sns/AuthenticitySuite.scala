package eddy.push.sns

import eddy.push.sns.internal.*

import java.io.IOException
import java.time.Instant
import java.util.concurrent.ConcurrentLinkedQueue
import scala.concurrent.duration.DurationInt

/** Which messages count as SNS'. Keys and certificates are made here. */
class AuthenticitySuite extends eddy.testing.PatientSuite:
  private val now = Instant.now().nn
  private val region = "eu-central-1"
  private val good = s"https://sns.$region.amazonaws.com/SimpleNotificationService-0123456789abcdef.pem"
  private def at(name: String) = s"https://sns.$region.amazonaws.com/SimpleNotificationService-$name.pem"
  private lazy val signer = Signer()
  private lazy val other = Signer()
  private val fetched = ConcurrentLinkedQueue[String]()
  private lazy val served = Map(
    good -> signer.pem,
    at("e0") -> expired.pem,
    at("f0") -> future.pem,
    at("ec") -> Signer(algorithm = "EC -groupname secp256r1").pem,
    at("1024") -> short.pem,
    at("bad") -> "no certificate".getBytes
  )
  private lazy val expired = Signer("-10d", 5)
  private lazy val future = Signer("+2d", 5)
  private lazy val short = Signer(algorithm = "RSA -keysize 1024")
  private def authenticity() = Authenticity(
    Certificates(
      Authenticity.isAmazon(region, _),
      address =>
        fetched.add(address): Unit
        served.getOrElse(address, throw IOException("answered 404"))
    ),
    15.minutes
  )
  private lazy val authentic = authenticity()

  private val notification = Envelope(
    Type = "Notification",
    MessageId = "22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324",
    TopicArn = s"arn:aws:sns:$region:123456789012:eddy",
    Message = "{\"o\":\"n1\",\"n\":1,\"m\":[]}",
    Timestamp = now.toString,
    SignatureVersion = "2",
    SigningCertURL = good
  )
  private val confirmation = notification.copy(
    Type = "SubscriptionConfirmation",
    Message = "You have chosen to subscribe",
    Token = Some("2336412f37"),
    SubscribeURL = Some(s"https://sns.$region.amazonaws.com/?Action=ConfirmSubscription")
  )

  private def refuses(envelope: Envelope): Option[Reason] = authentic.refuses(envelope, now).map(_.reason)

  for version <- Seq("1", "2") do
    test(s"a message signed by SNS is taken, and none that was changed (version $version)"):
      for
        of <- Seq(
          notification,
          notification.copy(Subject = Some("a subject")),
          confirmation,
          confirmation.copy(Type = "UnsubscribeConfirmation")
        )
      do
        val signed = signer.sign(of.copy(SignatureVersion = version))
        assertEquals(refuses(signed), None, of.Type)
        val changes = Seq[Envelope => Envelope](
          _.copy(Message = "{}"),
          _.copy(MessageId = "another"),
          _.copy(TopicArn = "arn:aws:sns:eu-central-1:123456789012:another"),
          _.copy(Timestamp = now.plusSeconds(1).toString),
          e => e.copy(Token = e.Token.map(_ + "0"), Subject = Some("changed")),
          e =>
            e.copy(
              Type = if e.Type == "Notification" then "UnsubscribeConfirmation" else "Notification",
              Subject = None
            ),
          _.copy(SignatureVersion = if version == "1" then "2" else "1")
        )
        for (change, i) <- changes.zipWithIndex do
          assertEquals(refuses(change(signed)), Some(Reason.Signature), s"${of.Type}, change $i")
  end for

  test("the subject is signed where there is one"):
    val signed = signer.sign(notification.copy(Subject = Some("a")))
    assertEquals(refuses(signed.copy(Subject = Some("b"))), Some(Reason.Signature))
    assertEquals(refuses(signed.copy(Subject = None)), Some(Reason.Signature))
    assertEquals(refuses(signer.sign(notification).copy(Subject = Some("a"))), Some(Reason.Signature))

  test("a message signed by another key, or by none, is refused"):
    assertEquals(refuses(other.sign(notification)), Some(Reason.Signature))
    assertEquals(refuses(notification.copy(Signature = "AAAA")), Some(Reason.Signature))
    assertEquals(refuses(notification.copy(Signature = "no base64!")), Some(Reason.Signature))
    for version <- Seq("0", "3", "", "SHA1") do
      assertEquals(
        refuses(signer.sign(notification).copy(SignatureVersion = version)),
        Some(Reason.Signature)
      )

  test("certificates are fetched from SNS of the region by HTTPS, and from nowhere else"):
    fetched.clear()
    val wrong = Seq(
      good.replace("https:", "http:"),
      "https://sns.us-east-1.amazonaws.com/SimpleNotificationService-01.pem",
      s"https://sns.$region.amazonaws.com.evil.example/SimpleNotificationService-01.pem",
      s"https://evil.example/sns.$region.amazonaws.com/SimpleNotificationService-01.pem",
      s"https://sns.$region.amazonaws.com@evil.example/SimpleNotificationService-01.pem",
      s"https://evil.example@sns.$region.amazonaws.com/SimpleNotificationService-01.pem",
      s"https://sns.$region.amazonaws.com:8443/SimpleNotificationService-01.pem",
      s"https://sns.$region.amazonaws.com/?x=/SimpleNotificationService-01.pem",
      s"https://sns.$region.amazonaws.com/SimpleNotificationService-01.pem?x",
      s"https://sns.$region.amazonaws.com/SimpleNotificationService-01.pem#x",
      s"https://sns.$region.amazonaws.com/../SimpleNotificationService-01.pem",
      s"https://sns.$region.amazonaws.com/bucket/SimpleNotificationService-01.pem",
      s"https://s3.$region.amazonaws.com/SimpleNotificationService-01.pem",
      s"https://sns.$region.amazonaws.com/SimpleNotificationService-01.pem\nhttps://evil.example",
      "file:///etc/passwd",
      "jar:https://evil.example!/",
      "",
      "no address"
    )
    wrong.foreach: address =>
      assertEquals(
        refuses(signer.sign(notification.copy(SigningCertURL = address))),
        Some(Reason.CertificateAddress),
        address
      )
    assertEquals(fetched.size, 0, fetched.toString)
    assert(Authenticity.isAmazon(
      "cn-north-1",
      "https://sns.cn-north-1.amazonaws.com.cn/SimpleNotificationService-01.pem"
    ))
    assert(!Authenticity.isAmazon(
      "cn-north-1",
      "https://sns.cn-north-1.amazonaws.com/SimpleNotificationService-01.pem"
    ))

  test("a certificate that has expired, is not valid yet, or is not for this purpose, is refused"):
    assertEquals(
      refuses(expired.sign(notification.copy(SigningCertURL = at("e0")))),
      Some(Reason.Certificate)
    )
    assertEquals(refuses(future.sign(notification.copy(SigningCertURL = at("f0")))), Some(Reason.Certificate))
    assertEquals(refuses(signer.sign(notification.copy(SigningCertURL = at("ec")))), Some(Reason.Certificate))
    assertEquals(
      refuses(short.sign(notification.copy(SigningCertURL = at("1024")))),
      Some(Reason.Certificate),
      "whoever can pay for it finds such a key"
    )
    assertEquals(
      refuses(signer.sign(notification.copy(SigningCertURL = at("bad")))),
      Some(Reason.Certificate)
    )

  test("a message whose certificate cannot be fetched is to be sent again"):
    assertEquals(refuses(signer.sign(notification.copy(SigningCertURL = at("99")))).map(_.status), Some(503))

  test("a certificate is fetched once, also for versions and messages that are refused"):
    fetched.clear()
    val fresh = authenticity()
    for
      _ <- 1 to 3;
      e <- Seq(
        signer.sign(notification),
        signer.sign(notification.copy(SignatureVersion = "1")),
        notification.copy(Signature = "AAAA")
      )
    do
      fresh.refuses(e, now): Unit
    assertEquals(fetched.toArray.toSeq, Seq[AnyRef](good))

  test("sixteen certificates are kept, and of more the oldest goes"):
    val asked = ConcurrentLinkedQueue[String]()
    val certificates = Certificates(
      _ => true,
      address =>
        asked.add(address): Unit
        signer.pem
    )
    def fetches(address: Int): Boolean =
      val before = asked.size
      assert(certificates.of(s"$address", now).isRight)
      asked.size > before
    assert((1 to 17).forall(fetches))
    assert((2 to 17).forall(!fetches(_)))
    assert(fetches(1))

  test("addresses that do not answer take four threads and no more"):
    val (begun, hanging) = (java.util.concurrent.CountDownLatch(4), java.util.concurrent.CountDownLatch(1))
    val certificates = Certificates(
      _ => true,
      _ =>
        begun.countDown()
        hanging.await()
        signer.pem
    )
    val threads = (1 to 4).map(i => Thread.startVirtualThread(() => certificates.of(s"$i", now): Unit))
    begun.await()
    assertEquals(certificates.of("5", now).left.map(_.reason), Left(Reason.CertificateAway))
    hanging.countDown()
    threads.foreach(_.join())
    assert(certificates.of("5", now).isRight)

  test("a message that is too old, or of the future, is refused before anything is fetched"):
    fetched.clear()
    val fresh = authenticity()
    for (time, reason) <- Seq(
        now.minusSeconds(16 * 60).toString -> Reason.Stale,
        now.plusSeconds(6 * 60).toString -> Reason.Stale,
        "2012-05-02T00:54:06.655Z" -> Reason.Stale,
        "yesterday" -> Reason.Malformed,
        "2012-05-02" -> Reason.Malformed
      )
    do
      assertEquals(
        fresh.refuses(signer.sign(notification.copy(Timestamp = time)), now).map(_.reason),
        Some(reason),
        time
      )
    assertEquals(fetched.size, 0)
    assertEquals(
      refuses(signer.sign(notification.copy(Timestamp = now.minusSeconds(14 * 60).toString))),
      None
    )

  test("a posted message is read as it is signed"):
    val signed = signer.sign(notification.copy(
      Subject = Some("with \"quotes\" and\nlines"),
      Message = "ä€😀 \\ \" \n end"
    ))
    val read =
      Envelope.read(Signer.json(signed, "UnsubscribeURL" -> "https://x", "new" -> "field").getBytes("UTF-8"))
    assertEquals(read.map(authentic.refuses(_, now)), Right(None))

  test("a message that lacks a field, is of another type, or has a field twice, is refused"):
    def reason(text: String) = Envelope.read(text.getBytes("UTF-8")).left.map(_.reason)
    val signed = signer.sign(notification)
    val bad = Seq(
      Signer.json(signed.copy(Type = "Publication")),
      Signer.json(signed.copy(Type = "")),
      Signer.json(signed.copy(Message = "")),
      Signer.json(signed.copy(MessageId = "")),
      Signer.json(signed.copy(Signature = "")),
      Signer.json(signed.copy(SigningCertURL = "")),
      Signer.json(signed.copy(TopicArn = "")),
      Signer.json(signed.copy(Timestamp = "")),
      Signer.json(signed.copy(SignatureVersion = "")),
      Signer.json(signed.copy(Type = "SubscriptionConfirmation")),
      Signer.json(confirmation.copy(Token = None, Signature = "AAAA")),
      Signer.json(signed, "Message" -> "another"),
      "{}",
      "[]",
      "",
      "{\"Type\":1}",
      "{\"Type\":\"Notification\"",
      "\u0000"
    )
    bad.foreach(text => assertEquals(reason(text), Left(Reason.Malformed), text))
end AuthenticitySuite
