package eddy.push.testkit

import eddy.actor.ActorSystem
import eddy.push.*
import eddy.runtime.Engine
import eddy.web.testkit.TestService

import scala.concurrent.duration.DurationInt

class TestChannelsSuite extends eddy.testing.PatientSuite:
  import TestChannelEvent.*
  private val engine = Engine.start()
  private given system: ActorSystem = ActorSystem(engine)
  override def afterAll(): Unit = engine.shutdown(10.seconds): Unit

  private val open = Namespace(
    history = 10,
    presence = true,
    joinLeave = true,
    clientsPublish = true,
    clientsReadHistory = true,
    clientsSubscribe = true
  )

  /** A service with channels. */
  private def serving(body: (TestService, Channels) => Unit): Unit =
    serving(Hooks().onRpc("double")(call => Verdict.Allow(Json(s"${call.data.toString.toInt * 2}"))))(body)

  private def serving(hooks: Hooks)(body: (TestService, Channels) => Unit): Unit =
    val channels = Channels.start(ChannelsConfig(Seq(open, Namespace("closed")), hooks), MemoryMediator())
    await(channels.started)
    val push = Push(channels, PushConfig(anonymous = true))
    try TestService.run(push.routes, patience = 1.minute)(body(_, channels))
    finally
      push.close()
      await(channels.close())

  test("a client publishes, and those that are subscribed receive it"):
    serving: (service, _) =>
      val ann = TestChannels.connect(service)
      val bob = TestChannels.connect(service)
      ann.subscribe("tea", joins = true)
      bob.subscribe("tea")
      ann.expectEvent(Joined("tea", "", ann.client))
      ann.expectEvent(Joined("tea", "", bob.client))
      bob.publish("tea", Json("""{"hot":true}"""))
      ann.expect("tea", Json("""{"hot":true}"""))
      assertEquals(ann.history("tea"), Seq(Json("""{"hot":true}""")))
      bob.close()
      ann.expectEvent(Left("tea", "", bob.client))
      ann.close()

  test("the failure of an expectation names what came"):
    serving: (service, channels) =>
      val ann = TestChannels.connect(service)
      ann.subscribe("tea")
      await(channels.publish("tea", Json("1")))
      val failed = intercept[AssertionError](ann.expect("tea", Json("2")))
      assertEquals(failed.getMessage, "Published(tea,2) is expected, but Published(tea,1) came")
      ann.close()

  test("a refused command says which, and by which code"):
    serving: (service, _) =>
      val ann = TestChannels.connect(service)
      val refused = intercept[TestRefusal](ann.subscribe("closed:tea"))
      assertEquals(refused.getMessage, "subscribe is refused with 103 (permission denied)")
      assertEquals(ann.rpc("double", Json("21")), Json("42"))
      assertEquals(intercept[TestRefusal](ann.rpc("halve", Json("1"))).code, 104)
      ann.close()

  test("messages, ended subscriptions and the end of the connection are received"):
    val hooks = Hooks().onConnect(_ => Verdict.Allow(Admitted(user = "ann")))
    serving(hooks): (service, channels) =>
      val ann = TestChannels.connect(service)
      ann.subscribe("tea")
      await(channels.send("ann", Json("1")))
      ann.expectEvent(Message(Json("1")))
      await(channels.unsubscribe("ann", "tea"))
      ann.expectEvent(Unsubscribed("tea", UnsubscribeCode.Server.code))
      await(channels.publish("tea", Json("2")))
      await(channels.disconnect("ann", code = 4000, reason = "come again"))
      ann.expectDisconnect(4000)
      ann.close()
end TestChannelsSuite
