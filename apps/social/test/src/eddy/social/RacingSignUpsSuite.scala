package eddy.social

import eddy.testing.{TestLength, TimeLimit}

import java.util.concurrent.ConcurrentLinkedQueue
import java.util.concurrent.atomic.AtomicInteger
import scala.concurrent.duration.DurationInt
import scala.jdk.CollectionConverters.*

/** Issue 30: of racing sign-ups for a name one is 201. */
class RacingSignUpsSuite extends eddy.testing.PatientSuite:
  override protected def timeLimit: TimeLimit =
    TimeLimit(15.minutes, "It sends up to 100,000 requests, and computes the hash of each new user.")

  private val Clients = 8
  private val requests = TestLength.rounds(short = 10_000, full = 100_000)
  private val names = TestLength.rounds(short = 50, full = 1000)
  private val ofEach = requests / names

  test("racing sign-ups over two nodes: each name is exactly one 201, the rest is 409, and none is 500"):
    SocialFixture.useTwo(): (one, other) =>
      val answers = new ConcurrentLinkedQueue[(Int, Int)]
      val next = new AtomicInteger
      val (failures, others) = (new ConcurrentLinkedQueue[Throwable], new ConcurrentLinkedQueue[String])
      val clients = Vector.tabulate(Clients): client =>
        val service = (if client % 2 == 0 then one else other).service
        Thread.ofPlatform.start: () =>
          try
            Iterator.continually(next.getAndIncrement()).takeWhile(_ < requests).foreach: n =>
              // neighbours race for a name
              val name = n / ofEach
              val json = SocialFixture.account(s"racer$name").getBytes
              val call = service.client.post("/user").bytes("application/json", json).timeout(2.minutes)
              val answer = call.send()
              answers.add(name -> answer.status): Unit
              if answer.status != 201 && answer.status != 409 then
                others.add(s"$name: ${answer.status} ${answer.bodyText}"): Unit
          catch case failure: Throwable => failures.add(failure): Unit
      clients.foreach(_.join())
      failures.asScala.headOption.foreach(throw _)
      for node <- Seq(one, other) do node.service.expectNoFailures()
      assertEquals(others.asScala.toList, Nil)
      val byName = answers.asScala.toVector.groupMap(_._1)(_._2)
      val counts = byName.view.mapValues(_.groupMapReduce(identity)(_ => 1)(_ + _)).toMap
      val expected = Map(201 -> 1, 409 -> (ofEach - 1))
      assertEquals(counts.filter(_._2 != expected), Map.empty[Int, Map[Int, Int]])
      assertEquals(counts.size, names)
end RacingSignUpsSuite
