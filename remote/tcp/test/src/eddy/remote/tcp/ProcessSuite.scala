package eddy.remote.tcp

import eddy.actor.*
import eddy.remote.*
import eddy.runtime.{Engine, EngineConfig}
import eddy.testing.{ChildJvm, Eventually, TestLength, TimeLimit}

import java.io.BufferedReader
import java.util.concurrent.{LinkedBlockingQueue, TimeUnit}
import scala.concurrent.duration.{DurationInt, FiniteDuration}
import scala.util.Try

/** Nodes of two processes, of which one is killed, frozen or started again. */
class ProcessSuite extends eddy.testing.PatientSuite:
  import OtherProcess.{Settings, Work}

  override protected def timeLimit: TimeLimit =
    if TestLength.isFull then TimeLimit(30.minutes, "A hundred processes start, and are killed.")
    else super.timeLimit

  /** The node of this process. */
  private final class Here(silence: FiniteDuration, resume: FiniteDuration):
    private val engine = Engine.start(EngineConfig(name = "here", workers = 2))
    given system: ActorSystem = new ActorSystem(engine)
    val settings: Settings = Settings(silence, resume)
    private val transport = Tcp(port = 0)
    val node: Node = Node.start(settings.of(NodeConfig("here", transport)))
    def reset(): Unit = transport.reset()
    val events = new LinkedBlockingQueue[NodeEvent]()
    node.onEvent(event => events.add(event): Unit): Unit
    def stop(): Unit =
      await(node.stop(1.second))
      await(engine.shutdown(5.seconds)): Unit

  /** A node in a JVM of its own. */
  private final class There(settings: Settings, port: Int):
    private val process = new ProcessBuilder(
      ChildJvm.ofTests("eddy.remote.tcp.OtherProcess", port.toString, settings.text)*
    ).redirectError(ProcessBuilder.Redirect.INHERIT).start()
    private val lines: BufferedReader = process.inputReader
    val address: String =
      Iterator.continually(Option(lines.readLine())).takeWhile(_.isDefined).flatten
        .collectFirst { case s"node at $at" => at }
        .getOrElse(fail("the other process has ended"))

    def signal(name: String): Unit =
      assertEquals(new ProcessBuilder("kill", s"-$name", process.pid.toString).start().waitFor(), 0)
    def kill(): Unit =
      signal("KILL")
      assert(process.waitFor(10, TimeUnit.MINUTES))
    def end(): Unit = process.destroyForcibly(): Unit
  end There

  private def withHere(silence: FiniteDuration = 1.minute, resume: FiniteDuration = 1.minute)(
      test: Here => Unit
  ): Unit =
    val here = Here(silence, resume)
    try test(here)
    finally here.stop()

  private def withThere[A](here: Here, port: Int)(test: There => A): A =
    val there = There(here.settings, port)
    try test(there)
    finally there.end()

  private def worker(here: Here, there: There): ActorRef[Work] =
    await(await(here.node.connect(there.address)).find[Work]("worker")).get

  private def end(of: ActorRef[?]): LinkedBlockingQueue[ExitReason] =
    val reasons = new LinkedBlockingQueue[ExitReason]()
    of.addMonitor(new Monitor(of, reason => reasons.add(reason): Unit))
    reasons

  private def up(here: Here): PeerNode = awaitNext(here.events, "a session") match
    case NodeEvent.Up(node) => node
    case other => fail(s"$other")

  private def nextEnd(reasons: LinkedBlockingQueue[ExitReason]): Unit =
    assertEquals(awaitNext(reasons, "the notice of the end"), ExitReason.NodeLost("there"))

  private def down(here: Here): Unit = awaitNext(here.events, "the end of the session") match
    case NodeEvent.Down(_, _: NodeLoss.Lost) => ()
    case other => fail(s"$other")

  private def asks(worker: ActorRef[Work], n: Long): Unit =
    assertEquals(await(worker.ask[Long](1.minute)(Work.Echo(n, _))), n)

  test(
    "a killed node is gone at once, however long a broken connection may take, and returns as another one"
  ):
    withHere(): here =>
      val port = OverTcp.freePort()
      val rounds = TestLength.rounds(short = 2, full = 100)
      var incarnations = Set.empty[Long]
      for round <- 1 to rounds do
        withThere(here, port): there =>
          val found = worker(here, there)
          incarnations += up(here).incarnation
          val reasons = end(found)
          val named = here.node.peer("there").named[Work]("worker")
          asks(named, round)
          // under way when it is killed
          val asked = found.ask[Long](10.minutes)(Work.Echo(1, _))
          there.signal("STOP")
          val lost = found.ask[Long](10.minutes)(Work.Echo(2, _))
          for _ <- 1 to 100 do found ! Work.Add(new Array[Byte](10_000))
          there.kill()
          nextEnd(reasons)
          down(here)
          val _ = awaitTry(asked)
          assert(clue(awaitFailure(lost)).isInstanceOf[UnansweredException])
      assertEquals(incarnations.size, rounds)

  test("a node that is frozen for less than the limits is not gone, and loses nothing"):
    withHere(): here =>
      withThere(here, OverTcp.freePort()): there =>
        val found = worker(here, there)
        val _ = up(here)
        val reasons = end(found)
        there.signal("STOP")
        val asked = (1L to 100L).map(n => found.ask[Long](10.minutes)(Work.Echo(n, _)))
        there.signal("CONT")
        assertEquals(asked.map(await(_)), (1L to 100L))
        assert(reasons.isEmpty && here.events.isEmpty)

  test(
    "a node that is frozen for longer is gone, and has another session with the same incarnation afterwards"
  ):
    withHere(silence = 500.millis, resume = 500.millis): here =>
      withThere(here, OverTcp.freePort()): there =>
        val found = worker(here, there)
        val before = up(here)
        val reasons = end(found)
        there.signal("STOP")
        nextEnd(reasons)
        down(here)
        there.signal("CONT")
        Eventually.until("the node answers")(Try(worker(here, there)).toOption.contains(found))
        asks(found, 7)
        assertEquals(up(here).incarnation, before.incarnation)

  test("a connection that breaks is made again, and nobody notices"):
    withHere(): here =>
      withThere(here, OverTcp.freePort()): there =>
        val found = worker(here, there)
        val _ = up(here)
        val reasons = end(found)
        for n <- 1L to 20L do
          val asked = found.ask[Long](10.minutes)(Work.Echo(n, _))
          here.reset()
          assertEquals(await(asked), n)
        assert(reasons.isEmpty && here.events.isEmpty)
        assert(here.node.stats.peers.exists(_.transport.resumptions > 0))
end ProcessSuite
