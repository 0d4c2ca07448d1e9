package eddy.social.internal.embedded

import eddy.runtime.Engine
import eddy.social.internal.database.{Database, Schema, StoredUser, UserState, UserStore}
import eddy.testing.{ChildJvm, TestFolder, TestLength, TimeLimit}

import java.io.BufferedReader
import java.nio.file.Path
import java.time.Instant
import scala.concurrent.ExecutionContext
import scala.concurrent.duration.DurationInt
import scala.util.Using

class KillSuite extends eddy.testing.PatientSuite:
  override protected def timeLimit: TimeLimit =
    TimeLimit(10.minutes, "It starts a JVM with the database for each kill.")

  private val kills = TestLength.rounds(short = 2, full = 20)
  // each, so that the load is under way
  private val Acknowledged = 400

  test("kill -9 under writes: each acknowledged write is in the file, and no document is half there"):
    val folder = TestFolder.make("eddy-social-kill").resolve("data")
    val all = (1 to kills).flatMap: round =>
      val told = writeUntilKilled(folder, s"run$round")
      check(folder, told)
      told
    check(folder, all)

  /** The lines of the process, until its death. */
  private def writeUntilKilled(folder: Path, run: String): Vector[String] =
    val command = ChildJvm.ofTests("eddy.social.internal.embedded.WritesMain", folder.toString, run)
    val process = new ProcessBuilder(command*).redirectError(ProcessBuilder.Redirect.INHERIT).start()
    val lines = process.inputReader
    val before = Vector.fill(Acknowledged)(readOrFail(lines))
    // that of the process would close its output
    process.toHandle.destroyForcibly(): Unit
    // lines from before the kill
    val after = Iterator.continually(lines.readLine).takeWhile(_ != null).map(_.nn).toVector
    process.waitFor(): Unit
    // the last line may be cut off
    before ++ after.dropRight(1)

  private def readOrFail(lines: BufferedReader): String =
    Option(lines.readLine).getOrElse(fail("it has ended"))

  private def check(folder: Path, told: Seq[String]): Unit =
    val engine = Engine.start()
    given ExecutionContext = ExecutionContext.global
    try
      Using.resource(EmbeddedServer.inFolder(folder, 16)): server =>
        val database = Database.open(engine, server.url, 16, 1.minute, 1000)
        try
          val users = new UserStore(database, new Schema(database))
          def found(key: String) = await(users.byKey(key))
          for case s"reserved $key" <- told do assertEquals(found(key).map(_.id), Some(s"id-$key"))
          for case s"active $key" <- told do
            assertEquals(
              found(key).map(u => (u.state, u.hash)),
              Some((UserState.Active, Some(s"hash of $key")))
            )
          isWhole(database, users)
        finally database.close()
    finally await(engine.shutdown(5.seconds)): Unit

  /** Each document is found by both indexes, and neither index has an entry without a document: the name of
    * such an entry could never be used again.
    */
  private def isWhole(database: Database, users: UserStore)(using ExecutionContext): Unit =
    val documents = await(database.operations.all(database.collection(UserStore.Collection).find()))
    for document <- documents do
      assertEquals(
        await(users.byKey(document.getString("nameKey"))).map(_.id),
        Some(document.getString("_id"))
      )
    // requests that were under way when the process died
    val last = documents.groupMapReduce(writer)(number)(math.max(_, _))
    for (name, n) <- last do
      val key = s"$name-${n + 1}"
      val next = StoredUser(s"id-$key", key, key, key, UserState.Reserved, Instant.now)
      assert(await(users.reserve(next)), s"$key cannot be reserved")
      await(users.release(next.id))

  private def writer(document: org.bson.Document) =
    document.getString("nameKey").split("-").take(2).mkString("-")
  private def number(document: org.bson.Document) = document.getString("nameKey").split("-").last.toInt
end KillSuite
