package eddy.launcher.nodes

import eddy.chat.ServerMessage.{Arrived, Departed}
import eddy.chat.{ChatClient, CloseCode}
import eddy.push.redis.RedisProcess
import eddy.testing.{Eventually, NeedingSuite, TimeLimit}

import scala.concurrent.duration.DurationInt

/** Two processes of `./eddy serve` with a real Redis between them, of which one ends while people talk. */
class NodesSuite extends NeedingSuite("two nodes of one chat"):
  override protected def timeLimit: TimeLimit =
    TimeLimit(10.minutes, "It starts up to seven servers at once, each in a JVM of its own.")

  private val _ = need(RedisProcess.need)

  private val people = 8
  // nobody is to be refused for speed, and nothing forgotten
  private val limits = Map(
    "EDDY_CHAT_MESSAGES_PER_SECOND" -> "100000",
    "EDDY_CHAT_MESSAGE_BURST" -> "100000",
    "EDDY_CHAT_COMMANDS_PER_SECOND" -> "100000",
    "EDDY_CHAT_COMMAND_BURST" -> "100000",
    "EDDY_CHAT_HISTORY_SIZE" -> "10000",
    "EDDY_DRAIN" -> "6 s",
    "EDDY_WEB_ACCESS_LOG" -> "false"
  )

  private def withRedis[A](use: RedisProcess => A): A =
    val redis = RedisProcess.server().start()
    try use(redis)
    finally redis.kill()

  /** @param ofSecond what the second is told beside, which begins when the first is there, and not beside it, if there is anything */
  private def withNodes[A](
      mediator: String,
      settings: Map[String, String] = Map.empty,
      ofSecond: Map[String, String] = Map.empty
  )(use: (NodeProcess, NodeProcess) => A): A =
    NodeProcess.using(mediator, limits ++ settings): one =>
      if ofSecond.nonEmpty then one.awaitReady()
      NodeProcess.using(mediator, limits ++ settings ++ ofSecond): two =>
        Seq(one, two).foreach(_.awaitReady())
        use(one, two)

  /** Everybody talks; half of them begin at `one`. When messages flow, `end` ends that node; the talk goes on until its people are at `two`. */
  private def talk(one: NodeProcess, two: NodeProcess)(end: => Unit): Seq[Talker.Result] =
    val talk = Talk(people, people / 2)
    val talkers = (0 until people).map: n =>
      Talker(s"T$n", "lobby", if n % 2 == 0 then Seq(one.port, two.port) else Seq(two.port, one.port), talk)
    val flows = talk.awaitFlow()
    end
    val moves = flows && talk.awaitMoves()
    talk.end()
    val results = talkers.map(_.result())
    assert(flows && moves, results.map(_.broken))
    results

  private def nothingMissedOrRepeated(results: Seq[Talker.Result]): Unit =
    val all = results.map(_.accepted).sum
    results.foreach: r =>
      assertEquals(r.broken, Vector.empty)
      assertEquals(r.got.map(_.offset), (1L to all.toLong).toVector, r.name)
    val texts = results.map(_.got.map(_.text))
    assertEquals(texts.distinct.size, 1, "everybody has heard the same, in the same order")
    for r <- results do
      val own = texts.head.filter(_.startsWith(s"${r.name}-"))
      assertEquals(own, Vector.tabulate(r.accepted)(m => s"${r.name}-$m"), "each message exactly once")

  test(
    "a node is killed while messages flow: nobody misses or repeats one, and its people have gone from the other in the end"
  ):
    withRedis: redis =>
      withNodes(redis.uri): (one, two) =>
        val watcher = ChatClient.at(two.port)
        val _ = watcher.join("Watcher", room = "hall")
        val lost = ChatClient.at(one.port)
        val _ = lost.join("Lost", room = "hall")
        assertEquals(watcher.next[Arrived], Arrived("Lost"))
        val results = talk(one, two)(one.signal("KILL"))
        nothingMissedOrRepeated(results)
        assertEquals(results.flatMap(_.epochs).distinct.size, 1, "the history is that of Redis all the time")
        assertEquals(watcher.next[Departed], Departed("Lost"))

  test(
    "without any service: of two nodes the one that numbers is killed, and nobody misses or repeats a message".tag(
      LongTest
    )
  ):
    val (first, second) = TwoPorts.free()
    val settings = Map("EDDY_MEDIATOR_JGROUPS_PORT" -> s"$first")
    // it finds the first at once, if the machine lets it, and must not begin a cluster of its own
    val ofSecond = Map("EDDY_MEDIATOR_JGROUPS_JOIN_WITHIN" -> "2 minutes")
    withNodes(s"jgroups:127.0.0.1:$first,127.0.0.1:$second", settings, ofSecond): (one, two) =>
      val results = talk(one, two)(one.signal("KILL"))
      nothingMissedOrRepeated(results)
      assertEquals(results.flatMap(_.epochs).distinct.size, 2, "the other node has taken over")

  test(
    "a node is stopped while messages flow: it sends its people to the other within its time, and ends in order".tag(
      LongTest
    )
  ):
    withRedis: redis =>
      withNodes(redis.uri): (one, two) =>
        val results = talk(one, two)(one.signal("TERM"))
        nothingMissedOrRepeated(results)
        assert(results.exists(_.codes.contains(CloseCode.Stopping.code)), results.map(_.codes))
        assertEquals(one.end(), 143)
        assert(one.said.lastOption.exists(_.startsWith("Eddy has stopped")), one.said.mkString("\n"))

  test(
    "while the mediator is away the node says so, and serves all the same; when it is there people can come in".tag(
      LongTest
    )
  ):
    val redis = RedisProcess.server()
    try
      NodeProcess.using(redis.uri, limits): node =>
        val (status, checks) = node.get("/ready")
        assertEquals(status, 503, checks)
        assert(checks.contains(""""mediator":"mediator redis was not reached yet""""), checks)
        // by the first attempt to reach it
        Eventually.until("it says so", node.said.toString)(
          node.said.exists(_.contains("mediator redis is down: "))
        )
        assertEquals(node.get("/health"), (200, "ok\n"))
        assertEquals(node.get("/chat/")(0), 200)
        redis.start()
        node.awaitReady()
        val ada = ChatClient.at(node.port)
        assertEquals(ada.join("Ada").name, "Ada")
        assertEquals(ada.say("1", "hello").offset, 1L)
        assert(node.get("/metrics")(1).contains("""eddy_push_mediator_up{mediator="redis"} 1"""))
    finally redis.kill()
end NodesSuite
