package eddy.bench.push.load

import eddy.bench.Schedule
import eddy.bench.web.load.{LoadFailure, WebClient}

import scala.concurrent.duration.DurationInt
import scala.util.Using

/** What the loads say of servers that are right, and of servers with faults. */
class PushLoadSuite extends eddy.testing.PatientSuite:

  private def against[A](size: Int, channels: Int)(answer: (String, Int) => Seq[String])(use: Party => A): A =
    Using.resources(new WebClient, new FaultyChannels(answer)): (client, server) =>
      Using.resource(new Party(client, server.start().port, Centrifuge, size, channels)): party =>
        use(party.open())

  private val right = (push: String, _: Int) => Seq(push)

  private def failure(answer: (String, Int) => Seq[String]): (wrong: Boolean, text: String) =
    val e = intercept[LoadFailure](against(4, 2)(answer)(p => BurstLoad(p, 4).run(40, Rtt.histogram())))
    (e.wrong, e.getMessage)

  test("a fan-out counts every delivery, and goes on as each message has come to all"):
    against(5, 1)(right): party =>
      val answers = new FanLoad(party, 3).run(10.millis, 500.millis)(())
      assert(answers.answers.sum > 0, answers)
      assertEquals(
        party.client.ask((party.sent, party.sent * 5)),
        party.client.ask((party.finished, party.delivered))
      )

  test("a burst and a rate take the time of each message to each who gets it"):
    against(6, 2)(right): party =>
      val times = Rtt.histogram()
      BurstLoad(party, 6).run(60, times)
      assertEquals(times.getTotalCount, 180L)
      assertEquals(new RateLoad(party, 6).run(Schedule(5000, 50)).getTotalCount, 150L)

  test("in a sequence each member's next message follows the last"):
    against(1, 1)(right): party =>
      val times = SequenceLoad(party, 1).run(20)
      assertEquals(times.map(_.getTotalCount), Vector(20L))
      assertEquals((party.sent, party.finished), (20L, 20L))

  test("a message that is doubled, changed, out of order or unknown is found, and which it was"):
    val (doubled, twice) = failure((push, n) => if n == 20 then Seq(push, push) else Seq(push))
    assert(doubled && twice.startsWith("DOUBLED: client "), twice)
    val (changed, other) = failure((push, n) => Seq(if n == 20 then push.replace("abc", "abd") else push))
    assert(changed && other.startsWith("WRONG PUBLICATION "), other)
    val held = scala.collection.mutable.Queue.empty[String]
    val (misplaced, order) = failure: (push, n) =>
      held += push
      if n % 9 == 0 then held.dequeueAll(_ => true).reverse.toSeq else Nil
    assert(misplaced && order.startsWith("LOST OR OUT OF ORDER: client "), order)
    val (unknown, which) = failure((push, n) => Seq(if n == 3 then push.replace("#", "#1") else push))
    assert(unknown, which)

  test("a message that is lost is found by the next of its sender"):
    val (lost, text) = failure((push, n) => if n == 20 then Nil else Seq(push))
    assert(lost && text.startsWith("LOST"), text)

  test("a refusal, and a server that closes, end a load"):
    val (wrong, text) =
      failure((_, _) => Seq("""{"id":9,"error":{"code":111,"message":"too many requests"}}"""))
    assert(!wrong && text.contains("too many requests"), text)
    Using.resource(new WebClient): client =>
      val gone = Using.resource(new FaultyChannels(right))(_.port)
      val e = intercept[LoadFailure](new Party(client, gone, Centrifuge, 1, 1).open())
      assert(e.getMessage.startsWith("no connection"), e.getMessage)
end PushLoadSuite
