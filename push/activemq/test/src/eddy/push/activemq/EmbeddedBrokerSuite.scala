package eddy.push.activemq

import eddy.actor.ActorSystem
import eddy.push.activemq.broker.EmbeddedBroker
import eddy.push.{Delivery, Interest, Json, Mediator, MediatorException, Message, TestIntake, TestNode}
import eddy.runtime.Engine

import scala.concurrent.Future
import scala.util.Try

class EmbeddedBrokerSuite extends eddy.testing.PatientSuite:

  private val system = ActorSystem(Engine.default)

  private def withMediator[A](config: ActiveMqConfig)(body: (Mediator, Future[Unit]) => A): A =
    val mediator = ActiveMqMediator(config)
    val started = mediator.start(TestNode(system))
    try body(mediator, started)
    finally await(mediator.close())

  private def withBroker[A](memoryBytes: Long = 64 << 20)(body: EmbeddedBroker => A): A =
    val broker = EmbeddedBroker.start(memoryBytes = memoryBytes)
    try body(broker)
    finally broker.close()

  test("a client without the password is refused, with that reason"):
    withBroker(): broker =>
      withMediator(broker.config.copy(password = "another one")): (_, started) =>
        val refused = intercept[MediatorException](await(started))
        assert(refused.getMessage.contains("check user, password and tls"), refused.getMessage)
        assert(!refused.getMessage.contains("another one"), refused.getMessage)
      withMediator(broker.config)((_, started) => await(started))

  test("each broker has another password, unless it is given one"):
    withBroker(): one =>
      withBroker(): other =>
        assertNotEquals(one.config.password, other.config.password)

  test("when its memory is full publications are refused, and acknowledged ones arrive"):
    withBroker(memoryBytes = 4 << 20): broker =>
      withMediator(broker.config.copy(delivery = Delivery.Pull, batch = 10, prefetch = 10)):
        (mediator, started) =>
          await(started)
          val slow = TestIntake(wants = 1)
          await(mediator.subscribe(Interest.Channel("slow"), slow))
          val text = "x" * 10_000
          val results =
            (1 to 2000).map(i => Try(await(mediator.publish("slow", Message(Json(s"[$i,\"$text\"]"))))))
          val taken = results.indices.filter(results(_).isSuccess)
          assert(taken.size < 2000, "nothing was refused")
          val refused = results.flatMap(_.failed.toOption)
          refused.foreach(r =>
            assert(r.isInstanceOf[MediatorException] && r.getMessage.contains("refused"), r.toString)
          )
          slow.want(10_000)
          val came = slow.publications.awaitSize(taken.size).map(p =>
            p.message.data.toString.drop(1).takeWhile(_ != ',').toInt - 1
          )
          assertEquals(came, taken.toVector)

  test("wrong settings are refused by name"):
    Vector(
      () => EmbeddedBroker.start(port = -1),
      () => EmbeddedBroker.start(memoryBytes = 5)
    ).foreach: start =>
      val refused = intercept[IllegalArgumentException](start())
      assert(refused.getMessage.contains("must be"), refused.getMessage)
end EmbeddedBrokerSuite
