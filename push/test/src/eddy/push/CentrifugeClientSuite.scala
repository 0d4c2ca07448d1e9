package eddy.push

import eddy.actor.ActorSystem
import eddy.push.internal.wire.ClientScript
import eddy.runtime.{Engine, EngineConfig}
import eddy.testing.{Need, NeedingSuite}
import eddy.web.jwt.{JwtAlgorithm, JwtKeys, JwtVerifier}
import eddy.web.{Secret, Server, ServerConfig}

import java.nio.file.{Files, Path}
import java.util.Base64
import java.util.concurrent.TimeUnit.MINUTES
import scala.concurrent.duration.{Duration, DurationInt}

/** The official client library of the Centrifuge protocol against channels in memory. What it is told to do is in push/centrifuge. */
class CentrifugeClientSuite extends NeedingSuite("the official Centrifuge client"):
  private val node = need(Need.program("install Node.js 20 or newer", "node"))
  private val npm = need(Need.program("install npm", "npm"))

  override def munitTimeout: Duration = 6.minutes

  private val engine = Engine.start(EngineConfig(name = "centrifuge"))
  private given Engine = engine
  private given ActorSystem = ActorSystem(engine)
  override def afterAll(): Unit = engine.shutdown(5.seconds): Unit

  private val key = Base64.getEncoder.encodeToString(Array.tabulate[Byte](32)(n => (n * 7).toByte))

  test("the official client does what it can do"):
    if !Files.exists(folder.resolve("node_modules/centrifuge/package.json")) then
      run(npm.path, Seq("ci", "--ignore-scripts"), Map.empty)
    val script = ClientScript()
    val channels = Channels.start(ChannelsConfig(ClientScript.namespaces, script.hooks))
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
      run(
        node.path,
        Seq("--test", "--test-reporter=spec", "session.mjs"),
        Map("EDDY_URL" -> url, "EDDY_KEY" -> key)
      )
    finally
      server.stop(1.second)
      push.close()

  private def folder: Path = sys.env.get("EDDY_CHECKOUT").map(Path.of(_, "push/centrifuge").nn).getOrElse:
    fail("EDDY_CHECKOUT is not set: give the path of the sources, as build.mill does")

  private def run(program: Path, arguments: Seq[String], environment: Map[String, String]): Unit =
    val output = Files.createTempFile("centrifuge-test", ".txt").nn
    try
      val builder = new ProcessBuilder((program.toString +: arguments)*).directory(folder.toFile).nn
      environment.foreach((k, v) => builder.environment.nn.put(k, v): Unit)
      val process = builder.redirectErrorStream(true).nn.redirectOutput(output.toFile).nn.start().nn
      try
        val ended = process.waitFor(5, MINUTES)
        def said = Files.readString(output).nn
        if !ended then fail(s"$program did not end within five minutes; it said:\n$said")
        if process.exitValue != 0 then fail(s"$program ended with ${process.exitValue}; it said:\n$said")
      finally
        process.descendants.nn.forEach(p => p.nn.destroy(): Unit)
        process.destroy()
    finally
      val _ = Files.deleteIfExists(output)
end CentrifugeClientSuite
