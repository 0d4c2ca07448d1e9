package eddy.social

import eddy.social.internal.Wire.given
import eddy.social.internal.database.StoredSession
import eddy.social.internal.{SessionTokens, Wire}
import eddy.testing.{TestLength, TimeLimit}

import java.time.Instant
import java.util.concurrent.ConcurrentLinkedQueue
import java.util.concurrent.atomic.AtomicInteger
import scala.concurrent.duration.DurationInt
import scala.jdk.CollectionConverters.*

import com.github.plokhotnyuk.jsoniter_scala.core.readFromString

class RacingLikesSuite extends eddy.testing.PatientSuite:
  override protected def timeLimit: TimeLimit = TimeLimit(15.minutes, "It sends up to 100,000 requests.")

  // as many as the two cores of a small machine keep busy: other suites run beside it
  private val Clients = 4
  private val requests = TestLength.rounds(short = 2000, full = 100_000)
  private val Users = TestLength.rounds(short = 10, full = 100)
  private val Photos = 10

  /** A session without the cost of a password. */
  private def session(f: SocialFixture, user: Int): String =
    val token = SessionTokens.next()
    val now = Instant.now
    val stored =
      StoredSession(SessionTokens.idOf(token), s"id-$user", s"user$user", now, now.plusSeconds(3600))
    await(f.app.sessionStore.add(stored, 50))
    token

  test("racing likes over two nodes: the counter is the number of likes at rest, and never negative"):
    SocialFixture.useTwo(SocialFixture.config.copy(likesPerMinute = 1_000_000)): (one, other) =>
      val tokens = Vector.tabulate(Users)(session(one, _))
      val jpeg = Pictures.encoded(Pictures.quarters(8, 8), "jpeg")
      val pictures = Vector.fill(Photos):
        one.service.post("/picture", _.cookie("social", tokens.head).bytes("image/jpeg", jpeg))
          .status(201).as[Wire.Picture].id
      val next = new AtomicInteger
      val (failures, counts) = (new ConcurrentLinkedQueue[Throwable], new ConcurrentLinkedQueue[Long])
      val clients = Vector.tabulate(Clients): client =>
        val http = (if client % 2 == 0 then one else other).service.client
        val random = new scala.util.Random(client)
        Thread.ofPlatform.start: () =>
          try
            while next.getAndIncrement() < requests do
              val path = s"/picture/${pictures(random.nextInt(Photos))}/like"
              val call = if random.nextBoolean() then http.put(path) else http.delete(path)
              val answer =
                call.header("Cookie", s"social=${tokens(random.nextInt(Users))}").timeout(2.minutes).send()
              // 503 when two of the same user meet for long
              if answer.status < 300 then counts.add(readFromString[Wire.Liked](answer.bodyText).likes): Unit
              else assertEquals(answer.status, 503)
          catch case failure: Throwable => failures.add(failure): Unit
      clients.foreach(_.join())
      failures.asScala.headOption.foreach(throw _)
      assert(
        counts.asScala.forall(n => n >= 0 && n <= Users),
        s"${counts.asScala.min} to ${counts.asScala.max}"
      )
      for picture <- pictures do
        val shown = other.service.get(s"/picture/$picture/likes").status(200).as[Wire.Likes]
        assertEquals(shown.likes, await(one.app.likeStore.count(picture)))
      assertEquals(await(one.app.likeStore.overdue(Instant.now.plusSeconds(60), 10)).size, 0)
      for node <- Seq(one, other) do node.service.expectNoFailures()
end RacingLikesSuite
