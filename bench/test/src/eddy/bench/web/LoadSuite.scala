package eddy.bench.web

import eddy.bench.Schedule
import eddy.bench.web.FaultyServer.{ok, whole}
import eddy.bench.web.load.{Arrived, Ask, ClosedLoop, IdleCrowd, LoadFailure, OpenLoop, WebClient}

import java.util.concurrent.CountDownLatch
import scala.concurrent.duration.{DurationInt, FiniteDuration}
import scala.util.Using

/** What the loads say of servers that are right, and of servers with faults. */
class LoadSuite extends munit.FunSuite:
  private val ask = Ask("/hello", "text/plain", "hello")

  private def against[A](answer: Long => Option[String])(use: (WebClient, Int) => A): A =
    Using.resources(new WebClient, new FaultyServer(answer)): (client, server) =>
      use(client, server.start().port)

  private def closed(answer: Long => Option[String], pipelined: Int = 1) =
    against(answer): (client, port) =>
      new ClosedLoop(client, port, 4, pipelined, i => ask.ofKind(i % 2)).run(10.millis, 50.millis)(())

  private def opened(count: Int, limit: FiniteDuration = 10.seconds, connections: Int = 100)(
      answer: Long => Option[String]
  ): Arrived =
    against(answer): (client, port) =>
      val schedule = Schedule(2000, count)
      new OpenLoop(client, port, schedule, _ => ask, limit = limit, maxConnections = connections).run()

  test("a closed loop counts answers by kind, pipelined or not"):
    for pipelined <- Seq(1, 8) do
      val answers = closed(_ => Some(ok("hello")), pipelined)
      assert(answers.answers.take(2).forall(_ > 0), answers)
      assertEquals(answers.answers.drop(2).sum, 0L)
      assert(answers.seconds >= 0.05, answers)

  test("a closed loop finds one wrong answer among many"):
    val failure = intercept[LoadFailure](closed(n => Some(ok(if n == 20 then "hallo" else "hello"))))
    assert(failure.wrong)
    assertEquals(failure.getMessage, "WRONG ANSWER to GET /hello: 200 'hallo', must be 200 'hello'")

  test("a closed loop finds a wrong status, a lost request and a server that is not there"):
    assert(intercept[LoadFailure](closed(_ => Some(whole("500 Oh", "hello")))).wrong)
    assert(!intercept[LoadFailure](closed(n => Option.when(n < 20)(ok("hello")))).wrong)
    assert(!intercept[LoadFailure](closed(_ => Some("SSH-2.0-what\r\n\r\n"))).wrong)
    val nobody = Using.resource(new FaultyServer(_ => None))(_.port)
    Using.resource(new WebClient): client =>
      val gone = new ClosedLoop(client, nobody, 1, 1, _ => ask)
      assert(!intercept[LoadFailure](gone.run(1.milli, 1.milli)(())).wrong)

  test("an open loop sends everything, and every answer counts"):
    val arrived = opened(200)(_ => Some(ok("hello")))
    assertEquals((arrived.sent, arrived.inTime, arrived.late), (200L, Vector(200L), 0L))
    assertEquals((arrived.refused, arrived.broken, arrived.wrong), (0L, 0L, None))
    assertEquals(arrived.latencies.head.getTotalCount, 200L)

  test("an open loop tells refused, wrong and lost requests apart"):
    val arrived = opened(100):
      case 10 => Some(whole("503 Busy", "no"))
      case 20 | 21 => None
      case 30 => Some(ok("hallo"))
      case _ => Some(ok("hello"))
    assertEquals((arrived.refused, arrived.broken, arrived.inTime.sum), (1L, 2L, 96L))
    assert(clue(arrived.wrong.map(_.getMessage.nn)).exists(_.contains("'hallo'")))

  test("what is never answered is late, and has waited until it is given up"):
    val never = new CountDownLatch(1)
    try
      val arrived = opened(50, limit = 200.millis): n =>
        if n == 7 then never.await()
        Some(ok("hello"))
      assertEquals((arrived.late, arrived.inTime.sum), (1L, 49L))
      assert(arrived.latencies.head.getMaxValue >= 200_000_000L, arrived.latencies.head.getMaxValue)
    finally never.countDown()

  test("a server that stalls is charged with the wait of all that was due meanwhile"):
    // one connection: everything behind the stalled request waits for it
    val arrived = opened(100, connections = 1): n =>
      if n == 0 then java.util.concurrent.locks.LockSupport.parkNanos(300_000_000L)
      Some(ok("hello"))
    assertEquals(arrived.inTime.sum, 100L)
    assert(arrived.latencies.head.getValueAtPercentile(50) >= 100_000_000L, arrived.millis(0, 50))

  test("a crowd stands until it leaves, and is told of those that the server closes"):
    against(n => Option.when(n < 30)(ok("hello"))): (client, port) =>
      val crowd = new IdleCrowd(client, port, ask)
      crowd.gather(30)
      assertEquals(crowd.standing, 30)
      val failure = intercept[LoadFailure](crowd.gather(1))
      assert(clue(failure.getMessage.nn).contains("closed a connection"))
end LoadSuite
