package eddy.social

import eddy.runtime.Engine
import eddy.social.internal.embedded.EmbeddedServer
import eddy.testing.TestFolder

import java.nio.file.{Files, Path}
import scala.concurrent.duration.DurationInt

class SocialStartSuite extends eddy.testing.PatientSuite:
  private def failing(config: SocialConfig): Unit =
    given engine: Engine = Engine.start()
    try intercept[Exception](SocialApp.open(config)): Unit
    finally await(engine.shutdown(5.seconds)): Unit

  test("a start that fails for its files leaves the folder of the database to the next one"):
    val folder = TestFolder.make("eddy-social-start")
    val file = Files.writeString(folder.resolve("file"), "")
    val data = folder.resolve("data")
    failing(SocialConfig(SocialDatabase.Folder(data), files = file.resolve("files")))
    EmbeddedServer.inFolder(data, 4).close()

  test("the program has the networks of its proxies from its arguments"):
    def proxies(arguments: String*) =
      SocialMain.serverConfig(arguments.toArray).trustedProxies.map(_.networks)
    assertEquals(proxies("8080", "memory"), None)
    assertEquals(proxies("8080", "memory", "10.0.0.0/8, ::1"), Some(Seq("10.0.0.0/8", "::1")))
    intercept[IllegalArgumentException](proxies("8080", "memory", "proxy")): Unit

  test("the files of a database in memory are apart from those of the folder"):
    val config = SocialMain.configOf(SocialDatabase.Memory)
    try assertNotEquals(config.files, SocialConfig().files)
    finally Files.delete(config.files)
    assertEquals(
      SocialMain.configOf(SocialDatabase.Folder(Path.of("data"))).files,
      Path.of("data", "files")
    )
end SocialStartSuite
