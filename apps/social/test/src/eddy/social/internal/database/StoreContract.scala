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
    engine.shutdown(5.seconds): Unit

  /** With the users of a client of `server`. */
  protected def withUsers[A](server: EmbeddedServer)(body: UserStore => A): A =
    val database = Database.open(engine, server.url, 8, 30.seconds, 1000)
    try body(new UserStore(database, new Schema(database)))
    finally database.close()

  protected def user(name: String, at: Instant = now): StoredUser =
    StoredUser(s"id-${made.incrementAndGet()}", name.capitalize, name, UserState.Reserved, at)

  private def stored(name: String)(body: UserStore => Unit): Unit = test(name):
    scala.util.Using.resource(server())(server => withUsers(server)(body))

  stored("a reserved name is taken, and other names are free"): users =>
    assert(await(users.reserve(user("ada"))))
    assert(!await(users.reserve(user("ada"))))
    assert(await(users.reserve(user("bob"))))

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
