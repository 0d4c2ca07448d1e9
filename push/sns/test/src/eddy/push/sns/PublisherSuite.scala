package eddy.push.sns

import eddy.actor.ActorSystem
import eddy.push.*
import eddy.push.sns.internal.{Outgoing, Parcel, Publisher}
import eddy.runtime.{Engine, EngineConfig}

import scala.concurrent.duration.DurationInt
import scala.concurrent.{Future, Promise}
import scala.jdk.CollectionConverters.*

import software.amazon.awssdk.services.sns.model.{
  BatchResultErrorEntry,
  PublishBatchResponse,
  PublishBatchResultEntry
}

/** Numbers, and what becomes of those whose publications fail: requests are answered by the test. */
class PublisherSuite extends eddy.testing.PatientSuite:
  private val engine = Engine.start(EngineConfig("publisher", workers = 2))
  private val system = ActorSystem(engine)
  override def afterAll(): Unit = await(engine.shutdown(10.seconds)): Unit

  private final class Asked(sent: Vector[Outgoing], answer: Promise[PublishBatchResponse]):
    val parcels: Vector[Parcel] = sent.map(one => Parcel.read(one.text))
    def texts: Vector[String] = parcels.flatMap(_.publications).map(_.toString)
    def take(): Unit =
      val all = sent.map(one => PublishBatchResultEntry.builder().id(one.id).build())
      answer.success(PublishBatchResponse.builder().successful(all.asJava).build()): Unit
    def refuse(): Unit =
      val all = sent.map: one =>
        BatchResultErrorEntry.builder().id(one.id).senderFault(true).code("Bad").message("no").build()
      answer.success(PublishBatchResponse.builder().failed(all.asJava).build()): Unit
    def fail(why: String = "cut off"): Unit = answer.failure(java.io.IOException(why)): Unit
  end Asked

  private final class Aws:
    val asked: Happenings[Asked] = Happenings()
    val lost: Happenings[Throwable] = Happenings()
    val publisher: Publisher =
      Publisher(
        SnsConfig("eu-central-1", requests = 2),
        TestNode(system),
        (_, sent) => ask(sent),
        (_, why) => lost.add(why)
      )
    publisher.up("arn")
    private def ask(sent: Vector[Outgoing]): Future[PublishBatchResponse] =
      val answer = Promise[PublishBatchResponse]()
      asked.add(Asked(sent, answer))
      answer.future
    def publish(text: String): Future[Published] = publisher.publish("c", Message(Json(text)))
    def request(n: Int): Asked = asked.awaitSize(n)(n - 1)
  end Aws

  private def done(of: Future[?]): Boolean = awaitTry(of).isSuccess

  test("publications that wait while requests are under way share one message of SNS"):
    val aws = Aws()
    val first = Seq("1", "2").map: text =>
      val published = aws.publish(text)
      aws.asked.awaitSize(text.toInt): Unit
      published
    val waiting = (3 to 9).map(n => aws.publish(n.toString))
    aws.request(1).take()
    val shared = aws.request(3)
    assertEquals(shared.parcels.map(_.number), Vector(3L))
    assertEquals(shared.texts.size, 7)
    shared.take()
    aws.request(2).take()
    assert((first ++ waiting).forall(done))

  test("the number of a failed publication is sent to the others with the next, until SNS has that"):
    val aws = Aws()
    val failed = aws.publish("1")
    aws.request(1).fail()
    assert(!done(failed))
    assertEquals(aws.lost.awaitSize(1).size, 1)
    val refused = aws.publish("2")
    assertEquals(aws.request(2).parcels.map(p => (p.number, p.givenUp)), Vector((2L, Vector(1L))))
    aws.request(2).refuse()
    assert(!done(refused))
    val taken = aws.publish("3")
    assertEquals(aws.request(3).parcels.map(p => (p.number, p.givenUp.sorted)), Vector((3L, Vector(1L, 2L))))
    aws.request(3).take()
    assert(done(taken))
    aws.publish("4"): Unit
    assertEquals(aws.request(4).parcels.map(p => (p.number, p.givenUp)), Vector((4L, Vector.empty)))

  test("a request that fails when SNS is back from an outage that it began before does not count as another"):
    val aws = Aws()
    val early = aws.publish("1")
    aws.request(1): Unit
    aws.publisher.down("away", null)
    aws.publisher.up("arn")
    val late = aws.publish("2")
    aws.request(2): Unit
    aws.request(1).fail("early")
    assert(!done(early))
    aws.request(2).fail("late")
    assert(!done(late))
    assertEquals(aws.lost.awaitSize(1).map(_.getMessage), Vector("late"))

  test("a beat says how far all is settled, and not what is still under way"):
    val aws = Aws()
    val one = aws.publish("1")
    aws.request(1): Unit
    aws.publisher.beat()
    assertEquals(aws.request(2).parcels.map(p => (p.isBeat, p.number)), Vector((true, 0L)))
    aws.request(2).take()
    aws.request(1).take()
    assert(done(one))
    aws.publisher.beat()
    assertEquals(aws.request(3).parcels.map(p => (p.isBeat, p.number)), Vector((true, 1L)))
end PublisherSuite
