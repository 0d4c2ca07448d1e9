package eddy.push.internal.wire

import eddy.push.*

import java.util.concurrent.atomic.AtomicReference

/** A hook without an objection adds no right to those of token, namespace and grant; allowing more is
  * explicit.
  */
class PermissionSuite extends PushFixture:
  private val denied = """"code":103"""

  private def outcome(answer: String) = if answer.contains(denied) then "denied" else "allowed"

  private val publishHooks: Seq[(String, Option[Publishing => Verdict[Passed]], Boolean)] = Seq(
    ("no hook", None, false),
    ("a hook without objection", Some(_.unchanged), false),
    ("a hook that changes the data", Some(_ => Verdict.Allow(Passed(Json("2")))), false),
    ("a hook that permits it", Some(_.permitted), true),
    ("a hook that permits other data", Some(_ => Verdict.Allow(Passed(Json("2"), permits = true))), true)
  )

  for
    (name, hook, permits) <- publishHooks
    clientsPublish <- Seq(false, true)
    grant <- Seq(None, Some(false), Some(true))
    subscribes <- Seq(true, false)
  do
    val may = subscribes && grant.getOrElse(clientsPublish)
    val channel =
      s"of a ${if clientsPublish then "free" else "quiet"} namespace, granted: ${grant.getOrElse("nothing")}"
    test(
      s"with $name ${if subscribes then "a subscriber" else "a stranger"} publishes to a channel $channel"
    ):
      val told = AtomicReference[Option[Boolean]](None)
      val subscribing = Hooks().onSubscribe(_ => Verdict.Allow(Granted(publish = grant)))
      val hooks = hook.fold(subscribing): hook =>
        subscribing.onPublish: p =>
          told.set(Some(p.mayPublish))
          hook(p)
      pushing(hooks = hooks, namespaces = Seq(open.copy(clientsPublish = clientsPublish))): served =>
        served.connect(): client =>
          client.enter()
          if subscribes then client.ask("""{"id":2,"subscribe":{"channel":"tea"}}"""): Unit
          client.say("""{"id":3,"publish":{"channel":"tea","data":1}}""")
          val answer = Iterator.continually(client.hear()).dropWhile(_.startsWith("{\"push\"")).next()
          assertEquals(outcome(answer), if may || permits then "allowed" else "denied")
          assertEquals(told.get, hook.map(_ => may))
        if subscribes then
          served.connect("/socket/tea"): client =>
            val heard = client.ask("1")
            assertEquals(heard.startsWith("closed 3507"), !(may || permits), heard)
  end for

  test("a hook without objection does not open channels with $ to publications of strangers"):
    pushing(hooks = Hooks().onPublish(_.unchanged)): served =>
      served.connect(): client =>
        client.enter()
        assertEquals(outcome(client.ask("""{"id":3,"publish":{"channel":"$tea","data":1}}""")), "denied")

  for
    free <- Seq(false, true)
    (name, hook, allows) <- Seq[(String, Subscribing => Verdict[Granted], Boolean)](
      ("without objection", _.unchanged, free),
      ("that grants it", _ => Verdict.Allow(Granted()), true)
    )
  do
    test(s"a hook $name, of a namespace whose channels are ${if free then "open" else "closed"} to clients"):
      val told = AtomicReference[Option[Boolean]](None)
      val hooks = Hooks().onSubscribe: s =>
        told.set(Some(s.maySubscribe))
        hook(s)
      pushing(hooks = hooks, namespaces = Seq(open.copy(clientsSubscribe = free))): served =>
        served.connect(): client =>
          client.enter()
          assertEquals(
            outcome(client.ask("""{"id":2,"subscribe":{"channel":"tea"}}""")),
            if allows then "allowed" else "denied"
          )
          assertEquals(told.get, Some(free))
  end for

  for
    anonymous <- Seq(false, true)
    (name, hook, allows) <- Seq[(String, Connecting => Verdict[Admitted], Boolean)](
      ("without objection", _.unchanged, anonymous),
      ("that admits it", _ => Verdict.Allow(Admitted("")), true)
    )
  do
    test(s"a hook $name, asked for a client without a token where that is ${
        if anonymous then "" else "not "
      }enough"):
      val told = AtomicReference[Option[Boolean]](None)
      val hooks = Hooks().onConnect: c =>
        told.set(Some(c.mayConnect))
        hook(c)
      pushing(PushConfig(anonymous = anonymous), hooks): served =>
        served.connect(): client =>
          val answer = client.ask("""{"id":1,"connect":{}}""")
          assertEquals(answer.contains(""""code":101"""), !allows, answer)
          assertEquals(told.get, Some(anonymous))
end PermissionSuite
