package eddy.push

import eddy.actor.ActorSystem
import eddy.push.internal.wire.ClientScript
import eddy.runtime.{Engine, EngineConfig}
import eddy.testing.{Need, NeedingSuite, NpmFolder, TimeLimit}
import eddy.web.jwt.{JwtAlgorithm, JwtKeys, JwtVerifier}
import eddy.web.{Secret, Server, ServerConfig}

import java.util.Base64
import scala.concurrent.duration.{Duration, DurationInt}

/** The official client library of the Centrifuge protocol against channels in memory. Its programs are in
  * push/centrifuge.
  */
class CentrifugeClientSuite extends NeedingSuite("the official Centrifuge client"):
  override protected def timeLimit: TimeLimit =
    TimeLimit(12.minutes, "The first run installs the client from the registry.")

  private val node = need(Need.program("install Node.js 20 or newer", "node"))
  private val npm = need(Need.program("install npm", "npm"))

  private val engine = Engine.start(EngineConfig(name = "centrifuge"))
  private given Engine = engine
  private given ActorSystem = ActorSystem(engine)
  override def afterAll(): Unit = await(engine.shutdown(5.seconds)): Unit

  private val key = Base64.getEncoder.encodeToString(Array.tabulate[Byte](32)(n => (n * 7).toByte))

  test("the official client does what it can do"):
    val session = NpmFolder("push/centrifuge", node, npm)
    session.install(5.minutes, has = "centrifuge", "--ignore-scripts")
    val script = ClientScript()
    val channels = Channels.start(ChannelsConfig(ClientScript.namespaces, script.hooks, maxRecovered = 20))
    script.channels = channels
    val verifier = JwtVerifier(
      JwtKeys.secret(Secret.base64(key)),
      Set(JwtAlgorithm.HS256),
      None,
      None,
      leeway = Duration.Zero
    )
    val push = Push(channels, PushConfig(tokens = Some(PushTokens(verifier))))
    val server = Server(ServerConfig(port = 0, accessLog = false)).start(push.routes)
    try
      val url = server.url.replace("http", "ws") + "/connection/websocket"
      val environment = Map("EDDY_URL" -> url, "EDDY_KEY" -> key)
      session.run(5.minutes, environment, "--test", "--test-reporter=spec", "session.mjs")
    finally
      server.stop(1.second)
      push.close()
end CentrifugeClientSuite
