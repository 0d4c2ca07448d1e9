package eddy.push.internal.wire

import eddy.push.*

/** Channels that name the users who may be there. */
class UserChannelsSuite extends PushFixture:
  private val hooks = Hooks().onConnect(c => Verdict.Allow(Admitted(c.data.toString.filterNot(_ == '"'))))

  private def asking(namespace: Namespace, hooks: Hooks = hooks)(user: String, channel: String): String =
    pushing(hooks = hooks, namespaces = Seq(namespace)): served =>
      served.connect(): client =>
        assert(client.ask(s"""{"id":1,"connect":{"data":"$user"}}""").contains("client"))
        client.ask(s"""{"id":2,"subscribe":{"channel":"$channel"}}""")

  private val closedToAll = Namespace(history = 10)
  private val grants = hooks.onSubscribe(_ => Verdict.Allow(Granted()))
  for
    (name, namespace, hooks, others) <- Seq(
      ("a namespace that is open", open, hooks, true),
      ("a namespace with userChannels", closedToAll.copy(userChannels = true), hooks, false),
      ("a hook that grants everything", closedToAll, grants, true)
    )
    (user, channel, may) <- Seq(
      ("ann", "dialog#ann", true),
      ("ann", "dialog#bob,ann", true),
      ("ann", "a#bob#ann", true),
      ("bob", "a#bob#ann", false),
      ("eve", "dialog#ann,bob", false),
      ("an", "dialog#ann", false),
      ("", "dialog#", false),
      ("", "dialog#,ann", false),
      ("ann", "$dialog#ann", false),
      ("ann", "dialog", others)
    )
  do
    test(s"with $name user \"$user\" ${if may then "may" else "may not"} subscribe to $channel"):
      val answer = asking(namespace, hooks)(user, channel)
      assertEquals(answer.contains(""""code":103"""), !may, answer)
  end for

  test("in a namespace without clients, users may not subscribe either"):
    assert(asking(closedToAll)("ann", "dialog#ann").contains(""""code":103"""))

  test("no pattern brings all that is published to such a channel"):
    pushing(namespaces = Seq(open.copy(name = "tea"))): served =>
      served.connect(): client =>
        client.enter()
        assert(client.ask("""{"id":2,"subscribe":{"channel":"/tea/**"}}""").contains("subscribe"))
        served.publish("/tea/1#ann", "1")
        served.publish("/tea/1", "2")
        assert(clue(client.hear()).contains(""""data":2"""))
end UserChannelsSuite
