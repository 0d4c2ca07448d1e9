package eddy.remote.tcp

import eddy.actor.*
import eddy.remote.*
import eddy.remote.tcp.OtherProcess.{Settings, Work}
import eddy.runtime.{Engine, EngineConfig}
import eddy.testing.{ChildJvm, Frozen, PatientSuite}

import java.io.BufferedReader
import java.util.concurrent.{LinkedBlockingQueue, TimeUnit}
import scala.concurrent.duration.{DurationInt, FiniteDuration}

/** A node of this process, and one in a process of its own. */
trait TwoProcesses extends PatientSuite:
  /** The node of this process. */
  final class Here(val settings: Settings):
    private val engine = Engine.start(EngineConfig(name = "here", workers = 2))
    given system: ActorSystem = new ActorSystem(engine)
    private val transport = settings.transport(port = 0)
    val node: Node = Node.start(settings.of(NodeConfig("here", transport)))
    def reset(): Unit = transport.reset()
    val events = new LinkedBlockingQueue[NodeEvent]()
    node.onEvent(event => events.add(event): Unit): Unit
    def stop(): Unit =
      await(node.stop(1.second))
      await(engine.shutdown(5.seconds)): Unit

  /** A node in a JVM of its own. */
  final class There(settings: Settings, port: Int, launcher: Seq[String]):
    private val process = new ProcessBuilder(
      launcher ++ ChildJvm.ofTests("eddy.remote.tcp.OtherProcess", port.toString, settings.text)*
    ).redirectError(ProcessBuilder.Redirect.INHERIT).start()
    private val lines: BufferedReader = process.inputReader
    val address: String =
      Iterator.continually(Option(lines.readLine())).takeWhile(_.isDefined).flatten
        .collectFirst { case s"node at $at" => at }
        .getOrElse(fail("the other process has ended"))

    def freeze(): Unit = Frozen.freeze(process)
    def thaw(): Unit = Frozen.thaw(process)

    /** As `kill -9`. */
    def kill(): Unit =
      process.destroyForcibly(): Unit
      assert(process.waitFor(10, TimeUnit.MINUTES))
  end There

  protected def withHere(
      silence: FiniteDuration = 1.minute,
      resume: FiniteDuration = 1.minute,
      host: String = "127.0.0.1"
  )(test: Here => Unit): Unit =
    val here = Here(Settings(silence, resume, host))
    try test(here)
    finally here.stop()

  /** @param host where it listens
    * @param launcher the command that its own follows
    */
  protected def withThere[A](
      here: Here,
      port: Int,
      host: String = "127.0.0.1",
      launcher: Seq[String] = Nil
  )(test: There => A): A =
    val there = There(here.settings.copy(host = host), port, launcher)
    try test(there)
    finally there.kill()

  protected def worker(here: Here, there: There): ActorRef[Work] =
    await(await(here.node.connect(there.address)).find[Work]("worker")).get

  protected def end(of: ActorRef[?]): LinkedBlockingQueue[ExitReason] =
    val reasons = new LinkedBlockingQueue[ExitReason]()
    of.addMonitor(new Monitor(of, reason => reasons.add(reason): Unit))
    reasons

  protected def up(here: Here): PeerNode = awaitNext(here.events, "a session") match
    case NodeEvent.Up(node) => node
    case other => fail(s"$other")

  protected def nextEnd(reasons: LinkedBlockingQueue[ExitReason]): Unit =
    assertEquals(awaitNext(reasons, "the notice of the end"), ExitReason.NodeLost("there"))

  protected def down(here: Here): Unit = awaitNext(here.events, "the end of the session") match
    case NodeEvent.Down(_, _: NodeLoss.Lost) => ()
    case other => fail(s"$other")

  protected def asks(worker: ActorRef[Work], n: Long): Unit =
    assertEquals(await(worker.ask[Long](1.minute)(Work.Echo(n, _))), n)
end TwoProcesses
