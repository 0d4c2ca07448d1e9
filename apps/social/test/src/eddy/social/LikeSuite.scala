package eddy.social

import eddy.social.internal.Wire
import eddy.social.internal.Wire.given
import eddy.social.internal.database.{LikeChange, StoredLike}
import eddy.testing.Eventually
import eddy.web.testkit.{TestAnswer, TestSocket}

import java.time.Instant
import java.util.concurrent.ConcurrentLinkedQueue
import scala.jdk.CollectionConverters.*

import com.github.plokhotnyuk.jsoniter_scala.core.readFromString

class LikeSuite extends eddy.testing.PatientSuite:
  extension (f: SocialFixture)
    private def signedIn(name: String): Unit =
      f.signUp(name).status(201): Unit
      f.post("/session", SocialFixture.account(name)).status(201): Unit
    private def upload(): String =
      f.service.post("/picture", _.bytes("image/jpeg", Pictures.encoded(Pictures.quarters(64, 32), "jpeg")))
        .status(201).as[Wire.Picture].id
    private def like(picture: String) = f.service.put(s"/picture/$picture/like")
    private def unlike(picture: String) = f.service.delete(s"/picture/$picture/like")
    private def likes(picture: String) = f.service.get(s"/picture/$picture/likes").status(200).as[Wire.Likes]
    private def watch(picture: String) = f.service.webSocket(s"/picture/$picture/likes")

  extension (socket: TestSocket)
    private def event(): Wire.LikeEvent = readFromString[Wire.LikeEvent](socket.receive())

  extension (answer: TestAnswer) private def liked = answer.as[Wire.Liked]

  test("a like is 201 the first time and 200 again, and is taken back once"):
    SocialFixture.use(): f =>
      f.signedIn("ada")
      val picture = f.upload()
      assertEquals(f.likes(picture), Wire.Likes(0, 0, Vector.empty))
      assertEquals(f.like(picture).status(201).liked, Wire.Liked(true, 1))
      assertEquals(f.like(picture).status(200).liked, Wire.Liked(true, 1))
      f.signedIn("bob")
      assertEquals(f.like(picture).status(201).liked, Wire.Liked(true, 2))
      assertEquals(f.likes(picture).items.toSet, Set("ada", "bob"))
      for _ <- 1 to 2 do assertEquals(f.unlike(picture).status(200).liked, Wire.Liked(false, 1))
      assertEquals(f.likes(picture), Wire.Likes(1, 3, Vector("ada")))
      assertEquals(f.like(picture).status(201).liked, Wire.Liked(true, 2))
      f.service.expectNoFailures()

  test("a like of somebody without a session is 401, and of an unknown picture 404"):
    SocialFixture.use(): f =>
      f.like("x").problem(401): Unit
      f.unlike("x").problem(401): Unit
      f.signedIn("ada")
      f.like("x").problem(404): Unit
      f.unlike("x").problem(404): Unit
      f.service.get("/picture/x/likes").problem(404): Unit
      val picture = f.upload()
      for method <- Seq("PUT", "DELETE") do
        f.service.call(
          method,
          s"/picture/$picture/like",
          _.header("Sec-Fetch-Site", "cross-site")
        ).status(403): Unit
      f.service.expectNoFailures()

  test("a user who likes too often is 429"):
    SocialFixture.use(SocialFixture.config.copy(likesPerMinute = 2)): f =>
      f.signedIn("ada")
      val picture = f.upload()
      f.like(picture).status(201): Unit
      f.unlike(picture).status(200): Unit
      assert(f.like(picture).problem(429).header("Retry-After").isDefined)

  test("a watcher receives the state and then each like once, on the node of the like and on the other one"):
    SocialFixture.useTwo(): (one, other) =>
      one.signedIn("ada")
      val picture = one.upload()
      val sockets = Seq(one, other).map(_.watch(picture))
      for socket <- sockets do
        val state = socket.event()
        assertEquals((state.`type`, state.likes, state.by), ("state", 0L, None))
      one.like(picture).status(201): Unit
      one.like(picture).status(200): Unit
      one.unlike(picture).status(200): Unit
      for socket <- sockets do
        val events = Seq.fill(2)(socket.event())
        assertEquals(
          events.map(e => (e.`type`, e.by, e.picture, e.likes, e.rev)),
          Seq(("like", Some("ada"), picture, 1L, 1L), ("unlike", Some("ada"), picture, 0L, 2L))
        )
      // each once: the next one is not a repetition
      one.like(picture).status(201): Unit
      for socket <- sockets do assertEquals(socket.event().rev, 3L)
      for node <- Seq(one, other) do node.service.expectNoFailures()

  test("the likes of all pictures arrive at a subscriber of the pattern"):
    SocialFixture.use(): f =>
      f.signedIn("ada")
      val received = new ConcurrentLinkedQueue[String]
      val subscription =
        await(f.channels.subscribe("/picture/*/likes")(p => received.add(p.channel): Unit))
      val pictures = Vector.fill(2)(f.upload())
      pictures.foreach(f.like(_).status(201): Unit)
      Eventually.until("both have arrived")(received.size == 2)
      assertEquals(received.asScala.toVector, pictures.map(id => s"/picture/$id/likes"))
      subscription.close()

  test("the feed of a picture that does not exist is closed with 4404"):
    SocialFixture.use(): f =>
      f.watch("x").expectClose(4404)
      Eventually.until("it is forgotten")(f.app.watchers.size == 0)

  test("when a picture is removed it is gone for everybody, and its watchers are disconnected on all nodes"):
    SocialFixture.useTwo(): (one, other) =>
      one.signedIn("bob")
      one.signedIn("ada")
      val picture = one.upload()
      one.like(picture).status(201): Unit
      val sockets = Seq(one, other).map(_.watch(picture))
      sockets.foreach(_.event(): Unit)
      one.service.delete(s"/picture/$picture").status(204): Unit
      for path <- Seq(s"/picture/$picture", s"/picture/$picture/image/small", s"/picture/$picture/likes") do
        other.service.get(path).problem(404): Unit
      sockets.foreach(_.expectClose(4404))
      one.service.delete(s"/picture/$picture").problem(404): Unit
      for node <- Seq(one, other) do
        Eventually.until("they are forgotten")(node.app.watchers.size == 0)
        node.service.expectNoFailures()

  test("a picture is removed by its author only"):
    SocialFixture.use(): f =>
      f.signedIn("ada")
      val picture = f.upload()
      f.signedIn("bob")
      f.service.delete(s"/picture/$picture").problem(404): Unit
      f.service.cookies.clear()
      f.service.delete(s"/picture/$picture").problem(401): Unit
      f.service.get(s"/picture/$picture").status(200): Unit

  test("a like whose process has died before the counter changed is counted, and the user may change it"):
    @volatile var now = Instant.ofEpochMilli(1_800_000_000_000L)
    SocialFixture.use(clock = () => now): f =>
      f.signedIn("bob")
      val picture = f.upload()
      f.like(picture).status(201): Unit
      val left = StoredLike(picture, "id-of-ada", "ada", now)
      assertEquals(await(f.app.likeStore.change(left, isOn = true, "todo-1")), LikeChange.Changed)
      val socket = f.watch(picture)
      assertEquals(socket.event().likes, 1L)
      assertEquals(await(f.app.likes.settleOverdue()), 0)
      now = now.plusSeconds(3600)
      assertEquals(await(f.app.likes.settleOverdue()), 1)
      val event = socket.event()
      assertEquals((event.`type`, event.likes), ("state", 2L))
      assertEquals(await(f.app.likes.settleOverdue()), 0)
      assertEquals(f.likes(picture).likes, 2L)
      assertEquals(
        await(f.app.likeStore.change(left.copy(at = now), isOn = false, "todo-2")),
        LikeChange.Changed
      )
      f.service.expectNoFailures()

  test("a like that another process has left unsettled is settled by the user's next one"):
    @volatile var now = Instant.ofEpochMilli(1_800_000_000_000L)
    SocialFixture.use(clock = () => now): f =>
      f.signedIn("ada")
      val user = f.service.get("/user/ada").status(200).as[Wire.User].id
      val picture = f.upload()
      // the counter had changed
      assertEquals(
        await(f.app.likeStore.change(StoredLike(picture, user, "ada", now), isOn = true, "todo-1")),
        LikeChange.Changed
      )
      now = now.plusSeconds(3600)
      assertEquals(f.unlike(picture).status(200).liked, Wire.Liked(false, 0))
      assertEquals(f.like(picture).status(201).liked, Wire.Liked(true, 1))
      f.service.expectNoFailures()
end LikeSuite
