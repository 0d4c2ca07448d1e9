package eddy.social

import eddy.actor.ActorSystem
import eddy.push.{Channels, ChannelsConfig, MemoryMediator, MemoryService, Namespace}
import eddy.runtime.Engine
import eddy.testing.{TestFolder, Waits}
import eddy.web.testkit.{TestAnswer, TestService}
import eddy.web.{Readiness, ServerConfig}

import java.nio.file.Path
import java.time.InstantSource
import scala.concurrent.duration.DurationInt

/** A social network and its server, with limits that a busy machine does not meet. */
final class SocialFixture(val app: SocialApp, val service: TestService, val channels: Channels):
  /** Posts JSON. */
  def post(path: String, json: String): TestAnswer =
    service.post(path, _.bytes("application/json", json.getBytes("UTF-8")))

  def signUp(name: String, password: String = "correct horse"): TestAnswer =
    post("/user", SocialFixture.account(name, password))

object SocialFixture:
  val config: SocialConfig = SocialConfig(
    SocialDatabase.Memory,
    databaseWithin = 1.minute,
    reservedFor = 10.minutes,
    signUpsPerHour = 1_000_000,
    pictureWithin = 1.minute
  )

  private val server = ServerConfig(analysisWithin = 5.minutes)

  def account(name: String, password: String = "correct horse"): String =
    s"""{"username":"$name","password":"$password"}"""

  def use[A](config: SocialConfig = config, clock: InstantSource = InstantSource.system)(
      body: SocialFixture => A
  ): A = useIn(TestFolder.make("eddy-social-files"), config, MemoryService(), clock)(body)

  private def useIn[A](
      files: Path,
      config: SocialConfig,
      service: MemoryService,
      clock: InstantSource = InstantSource.system
  )(body: SocialFixture => A): A =
    given engine: Engine = Engine.start()
    given ActorSystem = ActorSystem(engine)
    try
      val namespaces = Seq(Namespace(), SocialApp.namespace)
      val channels = Channels.start(ChannelsConfig(namespaces = namespaces), MemoryMediator(service))
      val app = SocialApp.open(config.copy(files = files), Some(channels), clock)
      try
        val routes = app.routes ++ app.readiness(Readiness(cacheFor = 0.seconds)).routes
        TestService.run(routes, server, patience = 2.minutes)(s => body(SocialFixture(app, s, channels)))
      finally app.close()
    finally Waits.await(engine.shutdown(5.seconds)): Unit

  /** Two nodes on one database and one folder of files. */
  def useTwo[A](config: SocialConfig = config)(body: (SocialFixture, SocialFixture) => A): A =
    val server = eddy.social.internal.embedded.EmbeddedServer.inMemory(2 * config.databaseConnections)
    try
      val node = config.copy(database = SocialDatabase.Server(server.url))
      val files = TestFolder.make("eddy-social-files")
      val service = MemoryService()
      useIn(files, node, service)(one => useIn(files, node, service)(body(one, _)))
    finally server.close()
end SocialFixture
