package eddy.social.internal.database

import eddy.social.internal.embedded.EmbeddedServer
import eddy.testing.TestFolder

import java.nio.file.attribute.PosixFilePermissions
import java.nio.file.{Files, Path}
import scala.util.Using

/** On the embedded server, in a folder. */
class FolderStoreSuite extends StoreContract:
  private lazy val parent = TestFolder.make("eddy-social-store")

  protected def server(): EmbeddedServer = EmbeddedServer.inFolder(newFolder(), connections = 16)

  private def in(folder: Path)(body: UserStore => Unit): Unit =
    Using.resource(EmbeddedServer.inFolder(folder, 16))(server => withUsers(server)(body))

  private def newFolder() = Files.createTempDirectory(parent, "folder").nn.resolve("data")

  test("users and the uniqueness of their names survive the end of the server"):
    val folder = newFolder()
    val ada = user("ada")
    in(folder): users =>
      assert(await(users.reserve(ada)))
      assert(await(users.activate(ada.id, "a hash")))
    in(folder): users =>
      assertEquals(await(users.byKey("ada")), Some(ada.copy(state = UserState.Active, hash = Some("a hash"))))
      assert(!await(users.reserve(user("ada"))))
      assert(await(users.reserve(user("bob"))))

  test("a folder in use is rejected with its name"):
    val folder = newFolder()
    Using.resource(EmbeddedServer.inFolder(folder, 16)): _ =>
      val rejected = intercept[IllegalStateException](EmbeddedServer.inFolder(folder, 16))
      assert(clue(rejected.getMessage.nn).contains(s"$folder is in use"))

  test("the folder is readable for its owner only, and holds no serialized Java objects"):
    val folder = newFolder()
    in(folder)(users => assert(await(users.reserve(user("ada")))))
    assertEquals(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)), "rwx------")
    val content = String(Files.readAllBytes(Files.list(folder).findFirst.get), "ISO-8859-1")
    assert(content.contains("nameKey"), "documents are stored as BSON")
    assert(!content.contains("de.bwaldvogel"), "names of Java classes")
end FolderStoreSuite
