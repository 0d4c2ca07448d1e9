package eddy.push.internal

import eddy.actor.testkit.Simulation
import eddy.push.*
import eddy.testing.Eventually

import scala.concurrent.Promise

class HooksSuite extends HubSuite:
  private val anna = ClientInfo("c1", "anna")
  private def calls(hooks: Hooks) = node(config = config.copy(hooks = hooks)).hub.hooks("a test")

  test("without hooks the namespace decides, and methods are unknown"):
    val none = calls(Hooks())
    val open = Namespace(clientsSubscribe = true)
    assertEquals(await(none.subscribe(Subscribing(anna, "a"), open)), Verdict.Allow(Granted()))
    assertEquals(
      await(none.subscribe(Subscribing(anna, "a"), Namespace())),
      Verdict.Refuse(PushError.PermissionDenied)
    )
    assertEquals(
      await(none.subscribe(Subscribing(anna, "a", byToken = true), Namespace())),
      Verdict.Allow(Granted())
    )
    val says = Publishing(anna, "a", Json("1"), PublishOptions(Some("k")))
    assertEquals(
      await(none.publish(says, may = true)),
      Verdict.Allow(Passed(Json("1"), PublishOptions(Some("k"))))
    )
    assertEquals(await(none.publish(says, may = false)), Verdict.Refuse(PushError.PermissionDenied))
    assertEquals(await(none.rpc(Calling(anna, "m", Json("1")))), Verdict.Refuse(PushError.MethodNotFound))

  test("hooks allow, refuse with a reason, or change"):
    val hooks = Hooks()
      .onSubscribe: s =>
        if s.channel == "open" then Verdict.Allow(Granted(info = Json(s"\"${s.client.user}\"")))
        else Verdict.refuse(400, "not here")
      .onPublish: p =>
        if p.data.toString.contains("bad") then Verdict.Disconnect(4500, "rude")
        else Verdict.Allow(Passed(Json(s"[${p.data}]")))
      .onRpc("double")(c => Verdict.Allow(Json((c.data.toString.toInt * 2).toString)))
    val all = calls(hooks)
    assertEquals(
      await(all.subscribe(Subscribing(anna, "open"), Namespace())),
      Verdict.Allow(Granted(info = Json("\"anna\"")))
    )
    assertEquals(
      await(all.subscribe(Subscribing(anna, "other"), Namespace(clientsSubscribe = true))),
      Verdict.Refuse(PushError.Refused(400, "not here"))
    )
    assertEquals(
      await(all.publish(Publishing(anna, "a", Json("1")), may = false)),
      Verdict.Allow(Passed(Json("[1]")))
    )
    assertEquals(
      await(all.publish(Publishing(anna, "a", Json("\"bad\"")), may = true)),
      Verdict.Disconnect(4500, "rude")
    )
    assertEquals(await(all.rpc(Calling(anna, "double", Json("21")))), Verdict.Allow(Json("42")))
    intercept[IllegalArgumentException](Verdict.refuse(100, "mine"))

  test("a hook that throws refuses with error 100, and the next works"):
    val hooks = Hooks().onRpc("m")(c =>
      if c.data.toString == "1" then throw IllegalStateException("on purpose") else Verdict.Allow(c.data)
    )
    val all = calls(hooks)
    assertEquals(error(all.rpc(Calling(anna, "m", Json("1")))), PushError.Internal)
    assertEquals(await(all.rpc(Calling(anna, "m", Json("2")))), Verdict.Allow(Json("2")))

  test("a connection's hooks run one after another, in order, and those of others beside them"):
    val (order, go) = (Happenings[String](), Promise[Unit]())
    val hooks = Hooks().onRpc("m"): c =>
      if c.data.toString == "1" then await(go.future)
      order.add(c.data.toString)
      Verdict.Allow(c.data)
    val channels = node(config = config.copy(hooks = hooks))
    val (first, second) = (channels.hub.hooks("first"), channels.hub.hooks("second"))
    val held = (1 to 3).map(i => first.rpc(Calling(anna, "m", Json(i.toString))))
    await(second.rpc(Calling(anna, "m", Json("4"))))
    assertEquals(order.now, Vector("4"))
    go.success(())
    held.foreach(await(_))
    assertEquals(order.now, Vector("4", "1", "2", "3"))

  test("whatever the order of events, a connection's hooks run in the order in which they were called"):
    Simulation.explore(runs = 50): sim =>
      var order = Vector.empty[String]
      val hooks = Hooks().onRpc("m"): c =>
        order :+= c.data.toString
        Verdict.Allow(c.data)
      val calls = Channels.start(ChannelsConfig(hooks = hooks)).hub.hooks("a test")
      val all = (1 to 5).map(i => calls.rpc(Calling(anna, "m", Json(i.toString))))
      all.foreach(f => sim.await(f): Unit)
      if order != Vector("1", "2", "3", "4", "5") then throw AssertionError(order)

  test("an operation on a user is done on all nodes"):
    val service = MemoryService()
    val (one, two) = (node(MemoryMediator(service)), node(MemoryMediator(service)))
    val (a, b) = (TestConnection("c1", "anna", "t1"), TestConnection("c2", "anna", "t2"))
    val other = TestConnection("c3", "bert", "t1")
    one.hub.connected(a)
    two.hub.connected(b)
    two.hub.connected(other)
    await(one.unsubscribe("anna", "news"))
    List(a, b).foreach(c => assertEquals(c.ends.awaitSize(1), Vector((2000, "news"))))
    await(one.subscribeUser("anna", "news", data = Json("1")))
    List(a, b).foreach(c => assertEquals(c.told.awaitSize(1), Vector(("news", Json("1")))))
    // that is not bert's
    await(two.send("bert", Json("0"), client = "c1"))
    await(two.send("anna", Json("2"), client = "c1"))
    assertEquals(a.told.awaitSize(2), Vector(("news", Json("1")), ("", Json("2"))))
    await(one.disconnect("anna", client = "c2"))
    assertEquals(b.ends.awaitSize(2).last(0), 3503)
    val later = java.time.Instant.now.nn.plusSeconds(1000)
    await(one.revokeToken("t1", later))
    a.ends.awaitSize(2)
    other.ends.awaitSize(1)
    assertEquals(b.ends.size, 2)
    assert(two.hub.isRevoked(Credential("bert", "t1", 0)))
    assert(!two.hub.isRevoked(Credential("bert", "t2", 0)))
    await(two.revokeUser("anna", later, java.time.Instant.ofEpochSecond(100)))
    a.ends.awaitSize(3)
    assert(one.hub.isRevoked(Credential("anna", "", 100)))
    assert(!one.hub.isRevoked(Credential("anna", "", 101)))
    assert(!one.hub.isRevoked(Credential("bert", "", 1)))
    // a node that starts later has heard of it
    val three = node(MemoryMediator(service))
    Eventually.until("it knows what was revoked", s"${three.unready}")(three.isReady)
    assert(three.hub.isRevoked(Credential("x", "t1", 0)))
    assert(three.hub.isRevoked(Credential("anna", "", 99)))
    one.hub.disconnected(a)
    await(two.disconnect("anna"))
    b.ends.awaitSize(4)
    assertEquals(a.ends.size, 3)
    assertEquals((b.told.size, other.told.size), (1, 0))
end HooksSuite
