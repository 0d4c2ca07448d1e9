package eddy.push.activemq

import eddy.push.*

import scala.concurrent.Await
import scala.concurrent.duration.DurationInt

/** What every broker's end and return must do, beside the contract. */
abstract class BrokerAwaySuite(broker: TestBroker) extends BrokerSuite(broker):
  test(
    "while the broker is away all is refused with the reason; when it is back, each interest hears of one gap and goes on"
  ):
    val (one, told) = node()
    val (in, all) = (one.hear("/kept/b"), one.hearAll("/kept/*"))
    one.say("/kept/b", "before")
    // what is still on its way to one of them is lost with the connection
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
      while Await.ready(one.publish(channel, message("x")), 2.minutes).value.exists(_.isFailure) do
        Thread.onSpinWait()
    intakes.foreach(assertHears(_, Vector("x")))

  test("what waits for the acknowledgement of a broker that goes away fails"):
    val (way, config) = parted()
    val (one, told) = node(config)
    way.stall()
    // the last of them wait for the first
    val waiting = (1 to 5).map(i => one.publish("a", message(s"x$i")))
    way.cut()
    told.awaitDown()
    waiting.foreach: one =>
      val failure = intercept[MediatorException](await(one))
      assert(failure.getMessage.contains("may or may not have gone out"), failure.getMessage)
    way.heal()
    told.awaitUp()
    one.say("a", "y")
    way.close()

  test("what a silent broker does not acknowledge in time fails"):
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
end BrokerAwaySuite

class ClassicAwaySuite extends BrokerAwaySuite(ClassicBroker())
class ArtemisAwaySuite extends BrokerAwaySuite(ArtemisBroker())
