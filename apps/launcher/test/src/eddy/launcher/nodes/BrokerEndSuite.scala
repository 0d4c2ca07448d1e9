package eddy.launcher.nodes

import eddy.chat.ChatClient
import eddy.push.activemq.broker.EmbeddedBroker
import eddy.testing.{Eventually, TestFolder, TimeLimit}

import java.nio.file.Files
import scala.concurrent.duration.DurationInt

/** A process of `./eddy serve` whose broker ends. */
class BrokerEndSuite extends eddy.testing.PatientSuite:
  override protected def timeLimit: TimeLimit =
    TimeLimit(10.minutes, "It starts several servers at once, each in a JVM of its own.")

  test("when a broker of ActiveMQ goes away the log warns of it, with no error and no stack trace"):
    val broker = EmbeddedBroker.start(password = Some("word"))
    val password =
      Files.writeString(Files.createTempFile(TestFolder.make("eddy"), "eddy", "password"), "word")
    val settings = Map(
      "EDDY_MEDIATOR_USER" -> EmbeddedBroker.User,
      "EDDY_MEDIATOR_PASSWORD_FILE" -> password.toString,
      "EDDY_TRADING_ENABLED" -> "false",
      "EDDY_DRAIN" -> "1 s"
    )
    NodeProcess.using(s"activemq:${broker.config.uri}", settings): node =>
      node.awaitReady()
      // what came and is not acknowledged yet when the broker ends
      val ada = ChatClient.at(node.port)
      assertEquals(ada.join("Ada").name, "Ada")
      val _ = ada.say("1", "hello")
      broker.close()
      Eventually.until("it says so", node.said.toString):
        node.said.exists(_.contains("WARN  push: mediator activemq is down: "))
      node.signal("TERM")
      node.end(): Unit
      val said = node.said
      assert(!said.exists(line => line.contains(" ERROR ") || line.startsWith("\tat ")), said.mkString("\n"))
end BrokerEndSuite
