package eddy.push.internal.wire

import eddy.push.*
import eddy.testing.Eventually

/** What a hook grants to one client's subscription. */
class GrantedSuite extends PushFixture:
  test("a hook sets a policy for one subscription: its client stays where another ends as slow"):
    val hooks = Hooks()
      .onConnect(c => Verdict.Allow(Admitted(c.data.toString)))
      .onSubscribe: s =>
        Verdict.Allow(Granted(overflow = Option.when(s.client.user == "1")(Overflow.DropOldest)))
    val small = open.copy(history = 0, delivery = Delivery.Push, bufferMessages = 4)
    pushing(PushConfig(maxBufferedBytes = 64 * 1024), hooks, Seq(small)): served =>
      def publishUntil(what: String)(happened: => Boolean): Unit = Eventually.until(what):
        served.publish("tea", "\"" + "x" * 30_000 + "\"")
        happened
      served.connect(receiveBuffer = 4096): usual =>
        enter(usual, 0)
        publishUntil("the usual one has ended")(served.metric("eddy_push_disconnects_total", "3008"))
      served.connect(receiveBuffer = 4096): granted =>
        enter(granted, 1)
        publishUntil("some were dropped")(served.channels.streams.stats.droppedOldest.sum > 5)
        served.publish("tea", "\"last\"")
        val last =
          Iterator.continually(granted.hear()).find(t => t.contains("last") || t.startsWith("closed"))
        assertEquals(last, Some("""{"push":{"channel":"tea","pub":{"data":"last"}}}"""))

  private def enter(client: Client, data: Int): Unit =
    assert(client.ask(s"""{"id":1,"connect":{"data":$data}}""").contains("client"))
    assert(client.ask("""{"id":2,"subscribe":{"channel":"tea"}}""").startsWith("{\"id\":2,\"subscribe\""))
end GrantedSuite
