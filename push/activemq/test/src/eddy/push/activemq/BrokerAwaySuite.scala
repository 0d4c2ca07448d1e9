package eddy.push.activemq

import eddy.push.*
import eddy.testing.Eventually

import scala.concurrent.Future
import scala.concurrent.duration.DurationInt

/** What every broker's end and return must do, beside the contract. */
abstract class BrokerAwaySuite(broker: TestBroker) extends BrokerSuite(broker):
  test(
    "while the broker is away everything is refused with the reason; then each interest gets one gap and continues"
  ):
    val (one, told) = node()
    val (in, all) = (one.hear("/kept/b"), one.hearAll("/kept/*"))
    one.say("/kept/b", "before")
    // messages on their way to one of them are lost with the connection
    Vector(in, all).foreach(awaitCome(_, 1))
    broker.kill()
    told.awaitDown()
    val refused = intercept[MediatorException](one.say("/kept/b", "lost"))
    assert(refused.getMessage.contains("the broker is away"), refused.getMessage)
    assert(intercept[MediatorException](one.hear("/c")).getMessage.contains("the broker is away"))
    assertEquals(in.gaps.size, 0)
    broker.start()
    told.awaitUp()
    one.say("/kept/b", "after")
    Vector(in, all).foreach: intake =>
      assertHears(intake, Vector("before", "after"))
      assertEquals(intake.gaps.size, 1)

  test(
    "whatever is acknowledged once the broker is back is heard by the node itself, however many channels it has"
  ):
    val (one, told) = node()
    val channels = (1 to 60).map(i => s"c$i")
    val intakes = channels.map(one.hear(_))
    broker.kill()
    told.awaitDown()
    broker.start()
    // those come last to which it subscribes again last
    for channel <- channels.reverse do
      Eventually.until("a publication is taken")(awaitTry(one.publish(channel, message("x"))).isSuccess)
    intakes.foreach(assertHears(_, Vector("x")))

  test(
    "when the broker goes away, unacknowledged publications fail, and those reported as not published were not"
  ):
    val (way, config) = parted()
    val (one, told) = node(config)
    val (other, _) = node()
    val in = other.hear("a")
    val (underWay, behind) = publications(one, way)
    way.cut()
    told.awaitDown()
    underWay.foreach(one => assert(mayHaveGone(failure(one))))
    // the client library may notice the end first, and then they are tried
    val tried = behind.map(failure).map: why =>
      assert(why.startsWith("not published: ") ^ mayHaveGone(why), why)
      mayHaveGone(why)
    way.heal()
    told.awaitUp()
    one.say("a", "y")
    val heard = in.publications.await("the last")(_.last.message.data.toString == "\"y\"")
    behind.indices.filterNot(tried).foreach: i =>
      assert(!heard.exists(_.message.data.toString == s"\"behind $i\""), heard.toString)
    way.close()

  test("publications under way when the mediator closes may be sent; those pending behind them are not"):
    val (way, config) = parted()
    val (one, _) = node(config)
    val (underWay, behind) = publications(one, way)
    val closed = one.close()
    underWay.foreach(one => assert(mayHaveGone(failure(one))))
    behind.foreach(one => assertEquals(failure(one), "not published: the mediator was closed"))
    way.heal()
    await(closed)
    way.close()

  test("a publication that a silent broker does not acknowledge in time fails"):
    val (way, config) = parted()
    val (one, _) = node(config.copy(publishTimeout = 300.millis))
    way.stall()
    (1 to 5).map(i => one.publish("a", message(s"x$i"))).foreach: waiting =>
      val failure = intercept[MediatorException](await(waiting))
      assert(failure.getMessage.contains("has not acknowledged within 300"), failure.getMessage)
    way.close()

  test("a node that starts before its broker waits for it"):
    broker.kill()
    val (one, told) = node(start = false)
    val started = one.start(told)
    told.awaitDown()
    assert(!started.isCompleted)
    broker.start()
    await(started)
    val in = one.hear("a")
    one.say("a", "x")
    awaitCome(in, 1)

  test("of several brokers the next is taken when one cannot be had"):
    val dead = TestBroker.freePort()
    val (one, _) =
      node(broker.config.copy(uri = s"failover:(tcp://127.0.0.1:$dead,${broker.config.uri})?randomize=false"))
    val in = one.hear("a")
    one.say("a", "x")
    awaitCome(in, 1)

  /** Messages that the broker has and cannot acknowledge, and those that wait behind them. */
  private def publications(by: Mediator, over: Way): (Seq[Future[Published]], Seq[Future[Published]]) =
    over.silence()
    val underWay = (1 to 2).map(i => by.publish("a", message(s"under way $i")))
    Eventually.until("both have gone out", over.heard)((1 to 2).forall(i =>
      over.heard.contains(s"under way $i")
    ))
    (underWay, (0 to 2).map(i => by.publish("a", message(s"behind $i"))))

  private def failure(of: Future[Published]): String = intercept[MediatorException](await(of)).getMessage.nn

  private def mayHaveGone(why: String): Boolean =
    why.endsWith("; the publication may or may not have gone out")
end BrokerAwaySuite

class ClassicAwaySuite extends BrokerAwaySuite(ClassicBroker())
class ArtemisAwaySuite extends BrokerAwaySuite(ArtemisBroker())
