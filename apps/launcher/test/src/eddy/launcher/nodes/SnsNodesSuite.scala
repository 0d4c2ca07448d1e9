package eddy.launcher.nodes

import eddy.chat.ChatClient
import eddy.chat.ServerMessage.{Arrived, Published}
import eddy.push.sns.LocalStack
import eddy.testing.{NeedingSuite, TestFolder, TimeLimit, Waits}

import java.nio.file.{Files, Path}
import scala.concurrent.duration.DurationInt

/** Two processes of `./eddy serve` with Amazon's services between them, which LocalStack stands in for. */
class SnsNodesSuite extends NeedingSuite("two nodes of one chat over SNS"):
  override protected def timeLimit: TimeLimit =
    TimeLimit(10.minutes, "The first run installs LocalStack, and two servers start in JVMs of their own.")

  private val _ = need(LocalStack.need)

  // push.sns has the contract of both ways on one LocalStack
  override protected def isLong: Boolean = true

  private lazy val secret: Path =
    Files.writeString(
      Files.createTempFile(TestFolder.make("eddy-launcher"), "eddy-launcher", ".secret"),
      "test\n"
    )
  private val limit = s"${Waits.limit.toSeconds} s"
  private def settings = Map(
    "EDDY_MEDIATOR_SNS_EMULATOR" -> LocalStack.uri.toString,
    "EDDY_MEDIATOR_USER" -> "test",
    "EDDY_MEDIATOR_PASSWORD_FILE" -> secret.toString,
    "EDDY_WEB_ACCESS_LOG" -> "false",
    // however busy the machine, LocalStack answers in time
    "EDDY_MEDIATOR_SNS_PUBLISH_TIMEOUT" -> limit,
    "EDDY_CHANNELS_NODE_MEDIATOR_TIMEOUT" -> limit,
    "EDDY_WEB_ANALYSIS_WITHIN" -> limit,
    "EDDY_WEB_OVERLOAD_MAX_WAIT" -> limit,
    "EDDY_WEB_TIMEOUTS_HEADER" -> limit,
    "EDDY_WEB_TIMEOUTS_RESPONSE" -> limit
  )

  override def beforeAll(): Unit =
    super.beforeAll()
    LocalStack.ready()

  test(
    "people on two nodes talk, one polled and one called; one is killed, and its people go on at the other"
  ):
    val topic = s"sns://eu-central-1/nodes-${java.util.UUID.randomUUID.toString.take(8)}"
    val (port, _) = TwoPorts.free()
    val called = settings + ("EDDY_MEDIATOR_SNS_ENDPOINT" -> s"http://127.0.0.1:$port/sns")
    NodeProcess.using(topic, settings): one =>
      NodeProcess.using(topic, called, port): two =>
        Seq(one, two).foreach(_.awaitReady())
        val ada = ChatClient.at(one.port)
        val _ = ada.join("Ada")
        // not before: a first join may take its time
        val bob = ChatClient.at(two.port)
        val _ = bob.join("Bob")
        assertEquals(ada.next[Arrived], Arrived("Bob"))
        val _ = ada.say("a1", "to the endpoint")
        val _ = bob.say("b1", "to the queue")
        for who <- Seq(ada, bob) do
          assertEquals(who.published(2).toSet, Set("to the endpoint", "to the queue"))
        one.signal("KILL")
        val again = ChatClient.at(two.port)
        val welcome = again.join("Ada", token = Some(ada.token), since = Some(ada.position))
        assert(!welcome.recovered, "each node keeps a history of its own")
        assertEquals(welcome.messages.map(_.text).toSet, Set("to the endpoint", "to the queue"))
        val _ = again.say("a2", "and on")
        bob.until("what Ada says at this node") { case Published(p) => p.text == "and on" }
end SnsNodesSuite
