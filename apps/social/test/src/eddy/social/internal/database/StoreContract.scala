package eddy.social.internal.database

import eddy.runtime.Engine
import eddy.social.internal.embedded.EmbeddedServer

import java.time.Instant
import java.util.concurrent.atomic.AtomicInteger
import scala.concurrent.duration.DurationInt
import scala.concurrent.{ExecutionContext, Future}

/** What the program relies on of a database. Run with each kind. */
abstract class StoreContract extends eddy.testing.PatientSuite:
  /** A server with an empty database. */
  protected def server(): EmbeddedServer

  private lazy val engine = Engine.start()
  protected given ExecutionContext = ExecutionContext.global
  private val made = new AtomicInteger
  private val now = Instant.ofEpochMilli(1_800_000_000_000L)

  override def afterAll(): Unit =
    super.afterAll()
    await(engine.shutdown(5.seconds)): Unit

  /** With the users of a client of `server`. */
  protected def withUsers[A](server: EmbeddedServer)(body: UserStore => A): A =
    withDatabase(server)(database => body(new UserStore(database, new Schema(database))))

  private def withDatabase[A](server: EmbeddedServer)(body: Database => A): A =
    val database = Database.open(engine, server.url, 8, 30.seconds, 1000)
    try body(database)
    finally database.close()

  protected def user(name: String, at: Instant = now): StoredUser =
    StoredUser(s"id-${made.incrementAndGet()}", name.capitalize, name, name, UserState.Reserved, at)

  private def stored(name: String)(body: UserStore => Unit): Unit = test(name):
    scala.util.Using.resource(server())(server => withUsers(server)(body))

  stored("a reserved name is taken, and other names are free"): users =>
    assert(await(users.reserve(user("ada"))))
    assert(!await(users.reserve(user("ada"))))
    assert(await(users.reserve(user("bob"))))

  stored("a name that looks like another one is taken, whatever its key"): users =>
    val ada = user("ada1").copy(look = "adal")
    assert(await(users.reserve(ada)))
    assert(!await(users.reserve(user("adal"))))
    assert(!await(users.releaseOlder("adal", now)))
    assert(await(users.releaseOlder("adal", now.plusMillis(1))))
    assert(await(users.reserve(user("adal"))))

  stored("an activated user is found by the key of the name, with all fields"): users =>
    val ada = user("ada")
    assert(await(users.reserve(ada)))
    assertEquals(await(users.byKey("ada")), Some(ada))
    assert(await(users.activate(ada.id, "a hash")))
    assertEquals(await(users.byKey("ada")), Some(ada.copy(state = UserState.Active, hash = Some("a hash"))))
    assertEquals(await(users.byKey("bob")), None)

  stored("a user is activated once, and only while the reservation exists"): users =>
    val ada = user("ada")
    assert(!await(users.activate(ada.id, "a hash")))
    assert(await(users.reserve(ada)))
    assert(await(users.activate(ada.id, "a hash")))
    assert(!await(users.activate(ada.id, "another")))
    assertEquals(await(users.byKey("ada")).flatMap(_.hash), Some("a hash"))

  stored("a released name is free, and an active user keeps the name"): users =>
    val ada = user("ada")
    assert(await(users.reserve(ada)))
    await(users.release(ada.id))
    assert(await(users.reserve(user("ada"))))
    val bob = user("bob")
    assert(await(users.reserve(bob)))
    assert(await(users.activate(bob.id, "a hash")))
    await(users.release(bob.id))
    assert(!await(users.reserve(user("bob"))))

  stored("an old reservation is released, and neither a recent one nor an active user"): users =>
    val ada = user("ada")
    assert(await(users.reserve(ada)))
    assert(!await(users.releaseOlder("ada", now)))
    assert(await(users.releaseOlder("ada", now.plusMillis(1))))
    assert(await(users.reserve(user("ada"))))
    assert(!await(users.activate(ada.id, "a hash")), "of the old one")
    val bob = user("bob")
    assert(await(users.reserve(bob)))
    assert(await(users.activate(bob.id, "a hash")))
    assert(!await(users.releaseOlder("bob", now.plusMillis(1))))
    assertEquals(await(users.byKey("bob")).map(_.id), Some(bob.id))

  test("of a user's sessions beyond the limit the oldest are removed, and never the one just added"):
    scala.util.Using.resource(server()): server =>
      withDatabase(server): database =>
        val sessions = new SessionStore(database, new Schema(database))
        def add(id: String, user: String, at: Instant) =
          await(sessions.add(StoredSession(id, user, user, at, now.plusSeconds(60)), max = 2))
        def left(user: String) = await(sessions.of(user, now)).map(_.id).toSet
        add("other", "bob", now)
        for n <- 1 to 4 do add(s"session-$n", "ada", now.plusMillis(n))
        assertEquals(left("ada"), Set("session-3", "session-4"))
        // its clock is behind
        add("late", "ada", now)
        assertEquals(left("ada"), Set("session-4", "late"))
        assertEquals(left("bob"), Set("other"))

  test("a device is found until it expires, and a user has a limited number of them"):
    scala.util.Using.resource(server()): server =>
      withDatabase(server): database =>
        val devices = new DeviceStore(database, new Schema(database))
        def device(n: Int) =
          StoredDevice(s"device-$n", "id-ada", "ada", now.plusMillis(n), now.plusSeconds(60))
        for n <- 1 to 21 do await(devices.add(device(n)))
        assertEquals(await(devices.find("device-1", now)), None)
        assertEquals(await(devices.find("device-2", now)), Some(device(2)))
        assertEquals(await(devices.find("device-2", now.plusSeconds(60))), None)
        await(devices.removeExpired(now.plusSeconds(61)))
        assertEquals(await(devices.find("device-2", now)), None)

  test("pictures are listed by their ids, and a database keeps the first id that it gets"):
    scala.util.Using.resource(server()): server =>
      withDatabase(server): database =>
        val pictures = new PictureStore(database, new Schema(database))
        for id <- Seq("c", "a", "b") do
          await(pictures.add(StoredPicture(id, "id-ada", "ada", 1, 1, now)))
        assertEquals(await(pictures.existing(Seq("b", "x", "a"))), Set("a", "b"))
        assertEquals(await(pictures.idsAfter("", 2)), Vector("a", "b"))
        assertEquals(await(pictures.idsAfter("b", 2)), Vector("c"))
        val owners = await(Future.sequence(Vector.tabulate(8)(n => pictures.owner(s"proposed-$n"))))
        assertEquals(owners.distinct.size, 1)
        assertEquals(await(pictures.owner("another")), owners.head)

  test("of racing reservations of a name by two clients exactly one succeeds"):
    scala.util.Using.resource(server()): server =>
      withUsers(server): one =>
        withUsers(server): other =>
          for round <- 1 to 20 do
            val all = Vector.tabulate(20): n =>
              val users = if n % 2 == 0 then one else other
              users.reserve(user(s"name-$round"))
            assertEquals(await(Future.sequence(all)).count(identity), 1)
end StoreContract
