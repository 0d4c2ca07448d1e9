package eddy.bench.web

import eddy.bench.Schedule
import eddy.bench.web.FaultyServer.{ok, whole}
import eddy.bench.web.load.{Arrived, Ask, ClosedLoop, IdleCrowd, LoadFailure, OpenLoop, WebClient}

import java.util.concurrent.CountDownLatch
import scala.concurrent.duration.{DurationInt, FiniteDuration}
import scala.util.Using

/** What the loads say of servers that are right, and of servers with faults. */
class LoadSuite extends eddy.testing.PatientSuite:

  private val ask = Ask("/hello", "text/plain", "hello")

  private def against[A](answer: Long => Option[String])(use: (WebClient, Int) => A): A =
    Using.resources(new WebClient, new FaultyServer(answer)): (client, server) =>
      use(client, server.start().port)

  /** @param measured a load that fails ends then */
  private def closed(
      answer: Long => Option[String],
      pipelined: Int = 1,
      measured: FiniteDuration
  ) =
    against(answer): (client, port) =>
      new ClosedLoop(client, port, 4, pipelined, i => ask.ofKind(i % 2)).run(10.millis, measured)(())

  private def opened(count: Int, limit: FiniteDuration = 2.minutes, connections: Int = 100)(
      answer: Long => Option[String]
  ): Arrived =
    against(answer): (client, port) =>
      val schedule = Schedule(2000, count)
      new OpenLoop(client, port, schedule, _ => ask, limit = limit, maxConnections = connections).run()

  test("a closed loop counts answers by kind, pipelined or not"):
    for pipelined <- Seq(1, 8) do
      // a busy machine may answer none of a kind within half a second: then it has longer
      val answers = Iterator.iterate(500.millis)(_ * 2).take(7)
        .map(measured => closed(_ => Some(ok("hello")), pipelined, measured))
        .find(_.answers.take(2).forall(_ > 0)).getOrElse(fail("never both kinds"))
      assertEquals(answers.answers.drop(2).sum, 0L)
      assert(answers.seconds >= 0.5, answers)

  test("a closed loop finds one wrong answer among many"):
    val failure =
      intercept[LoadFailure](closed(n => Some(ok(if n == 20 then "hallo" else "hello")), measured = 1.minute))
    assert(failure.wrong)
    assertEquals(failure.getMessage, "WRONG ANSWER to GET /hello: 200 'hallo', must be 200 'hello'")

  test("a closed loop finds a wrong status, a lost request and a server that is not there"):
    def failure(answer: Long => Option[String]) = intercept[LoadFailure](closed(answer, measured = 1.minute))
    assert(failure(_ => Some(whole("500 Oh", "hello"))).wrong)
    assert(!failure(n => Option.when(n < 20)(ok("hello"))).wrong)
    assert(!failure(_ => Some("SSH-2.0-what\r\n\r\n")).wrong)
    val nobody = Using.resource(new FaultyServer(_ => None))(_.port)
    Using.resource(new WebClient): client =>
      val gone = new ClosedLoop(client, nobody, 1, 1, _ => ask)
      assert(!intercept[LoadFailure](gone.run(1.milli, 1.milli)(())).wrong)

  test("an open loop sends everything, and every answer counts"):
    val arrived = opened(200)(_ => Some(ok("hello")))
    val all = arrived.all
    assertEquals((arrived.sent, all.inTime, all.late), (200L, 200L, 0L))
    assertEquals((all.refused, all.lost, arrived.wrong), (0L, 0L, None))
    assertEquals(all.latencies.getTotalCount, 200L)

  test("an open loop tells refused, wrong and lost requests apart"):
    val arrived = opened(100):
      case 10 => Some(whole("503 Busy", "no"))
      case 20 | 21 => None
      case 30 => Some(ok("hallo"))
      case _ => Some(ok("hello"))
    val all = arrived.all
    assertEquals((all.refused, all.lost, all.inTime, all.count), (1L, 2L, 96L, 99L))
    assert(clue(arrived.wrong.map(_.getMessage.nn)).exists(_.contains("'hallo'")))

  test("what is refused or lost has no latency, however soon that came"):
    val slow = 30_000_000L
    val all = opened(100): n =>
      if n % 4 == 0 then Some(whole("503 Busy", "no"))
      else if n % 4 == 1 then None
      else
        java.util.concurrent.locks.LockSupport.parkNanos(slow)
        Some(ok("hello"))
    .all
    assertEquals((all.refused, all.lost, all.inTime + all.late), (25L, 25L, 50L))
    assertEquals(all.latencies.getTotalCount, 50L)
    assert(all.latencies.getMinValue >= slow * 0.99, all.latencies.getMinValue)
    assertEquals((all.refusedPercent, all.lostPercent), (25.0, 25.0))

  test("a server that refuses everything has no percentiles, rather than good ones"):
    val all = opened(20)(_ => Some(whole("503 Busy", "no"))).all
    assertEquals(all.refusedPercent, 100.0)
    assert(all.millis(99).isNaN && all.meanMillis.isNaN, all)

  test("a connection is not used again after an answer that says it closes"):
    val closing = "HTTP/1.1 503 Busy\r\nConnection: close\r\nContent-Length: 2\r\n\r\nno"
    // one connection at a time, so that the next request would take it
    val all = opened(20, connections = 1)(n => if n % 2 == 0 then Some(closing) else Some(ok("hello"))).all
    assertEquals((all.refused, all.lost, all.inTime), (10L, 0L, 10L))

  test("what is never answered is late, and has waited until it is given up"):
    val never = new CountDownLatch(1)
    try
      val arrived = opened(50, limit = 5.seconds): n =>
        if n == 7 then never.await()
        Some(ok("hello"))
      val all = arrived.all
      assertEquals((all.late, all.inTime), (1L, 49L))
      assert(all.latencies.getMaxValue >= 5_000_000_000L, all.latencies.getMaxValue)
    finally never.countDown()

  test("a server that stalls is charged with the wait of all that was due meanwhile"):
    // one connection: everything behind the stalled request waits for it
    val arrived = opened(100, connections = 1): n =>
      if n == 0 then java.util.concurrent.locks.LockSupport.parkNanos(300_000_000L)
      Some(ok("hello"))
    val all = arrived.all
    assertEquals(all.inTime, 100L)
    // the generator's own is told of each
    assertEquals(arrived.lateness.getTotalCount, 100L)
    assert(all.millis(50) >= 100, all.millis(50))

  test("a crowd stands until it leaves, and is told of those that the server closes"):
    against(n => Option.when(n < 30)(ok("hello"))): (client, port) =>
      val crowd = new IdleCrowd(client, port, ask)
      crowd.gather(30)
      assertEquals(crowd.standing, 30)
      val failure = intercept[LoadFailure](crowd.gather(1))
      assert(clue(failure.getMessage.nn).contains("closed a connection"))
end LoadSuite
