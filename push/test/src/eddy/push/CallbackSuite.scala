package eddy.push

import eddy.actor.ActorSystem
import eddy.inference.Inference
import eddy.inference.report.Kind
import eddy.push.internal.HubSuite
import eddy.state.UnprotectedStateException
import eddy.web.{Later, NotReady, Readiness, Routes, Server, ServerConfig, ServerStartException}

import scala.collection.mutable
import scala.concurrent.duration.DurationInt

/** Handlers that use channels: those may be used by any thread, so that nothing is locked for them. */
class CallbackSuite extends HubSuite:
  override protected def config: ChannelsConfig = super.config.copy(locks = ChannelsConfig().locks)

  private def started(routes: Routes): Unit =
    Server(ServerConfig(port = 0, accessLog = false, analysisWithin = 5.minutes))(using
      summon[ActorSystem].engine
    ).start(routes).stop(1.second)

  private def uses(channels: Channels): Routes =
    reading(channels) ++ subscribing(channels) ++ administering(channels)

  private def reading(channels: Channels): Routes = Routes
    .get("/publish"): (req, res) =>
      val options = PublishOptions(key = req.query("key"), tags = Map("from" -> "web"))
      res.complete(channels.publish("kept:a", Json(s"\"${req.path}\""), options)): done =>
        res.text(done.position.fold("nowhere")(p => s"${p.offset}"))
    .get("/presence"): (_, res) =>
      res.complete(channels.presence("kept:a"))(who => res.text(s"${who.size}"))
    .get("/history"): (_, res) =>
      res.complete(channels.history("kept:a", HistoryQuery(limit = 3))): page =>
        res.text(page.publications.map(_.message.data.toString).mkString(","))

  private def subscribing(channels: Channels): Routes =
    Routes.get("/subscribe"): (_, res) =>
      val subscribed = channels.subscribe("kept:a"): publication =>
        channels.publish("plain:a", publication.message.data): Unit
      Later(subscribed): subscription =>
        subscription.close()
        res.text(s"${subscription.position.offset}")

  private def administering(channels: Channels): Routes =
    Routes.get("/administer"): (req, res) =>
      channels.disconnect(req.path): Unit
      channels.unsubscribe(req.path, "kept:a"): Unit
      channels.forget("kept:a"): Unit
      res.text(s"${channels.node} ${channels.mediator == MediatorState.Up} ${channels.isReady}")

  test("a handler that publishes, subscribes, asks or administers is stateless, and accepted at the start"):
    val channels = node()
    val routes = uses(channels)
    started(routes)
    for route <- routes.tree.routes; code <- route.code do
      val all = Inference.summary(code) :: Inference.registered(code).map(_(1))
      for s <- all do
        assertEquals(s.kind, Kind.Stateless, s"$route: ${s.accesses} ${s.notes}")
        assertEquals(s.detached, Nil, route.toString)

  test("a readiness check that asks channels is stateless"):
    val channels = node()
    val ready: () => Boolean = () => channels.isReady
    assertEquals(Inference.summary(ready).kind, Kind.Stateless)
    val saying: () => Boolean = () =>
      channels.unready.foreach(why => throw NotReady(why))
      true
    assertEquals(Inference.summary(saying).kind, Kind.Stateless)
    started(Readiness().check("channels")(ready).routes)

  test("an object shared by a handler and its subscriber is shared, though the handler has made it"):
    val channels = node()
    val callback: () => Unit = () =>
      val texts = mutable.ArrayBuffer[String]()
      channels.subscribe("kept:a")(p => texts += p.message.data.toString): Unit
      texts += "begun"
    assertEquals(Inference.summary(callback).kind, Kind.Exclusive)
    val parts = Inference.registered(callback)
    assert(clue(parts).exists((how, s) => how.startsWith("subscribe at ") && s.kind == Kind.Exclusive))

  test("subscribing what no lock can protect is refused, with the line and what to use instead"):
    val channels = node()
    val texts = mutable.ArrayBuffer[String]()
    val receive: Publication => Unit = p =>
      val _ = Thread.startVirtualThread(() => texts += p.channel)
    val said = intercept[UnprotectedStateException](channels.subscribe("kept:a")(receive)).getMessage.nn
    assert(clue(said).contains("CallbackSuite") && said.contains("SharedBuffer"))
    val routes = Routes.get("/")((_, _) => channels.subscribe("kept:a")(receive): Unit)
    assert(clue(intercept[ServerStartException](started(routes)).getMessage.nn).contains("CallbackSuite"))

  test("a hook that no lock can protect is refused when a server with its channels starts"):
    val names = mutable.ArrayBuffer[String]()
    val hooks = Hooks().onDisconnect: d =>
      val _ = Thread.startVirtualThread(() => names += d.client.user)
    val push = Push(node(config = config.copy(hooks = hooks)), PushConfig(anonymous = true))
    try
      val said = intercept[ServerStartException](started(push.routes)).getMessage.nn
      assert(clue(said).startsWith("hook onDisconnect: The handler writes "))
    finally push.close()

  test("subscribers of server code lose no update of shared objects"):
    val channels = node()
    var heard = 0
    val rounds = 200
    val done = Happenings[Int]()
    val subscribed = (1 to 4).map: i =>
      await(channels.subscribe(s"kept:$i"): _ =>
        val before = heard
        Thread.`yield`()
        heard = before + 1
        if heard == 4 * rounds then done.add(heard))
    val published = for _ <- 1 to rounds; i <- 1 to 4 yield channels.publish(s"kept:$i", Json("1"))
    published.foreach(await(_))
    assertEquals(done.awaitSize(1), Vector(4 * rounds))
    subscribed.foreach(_.close())
end CallbackSuite
