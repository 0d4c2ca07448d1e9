package eddy.state

import eddy.runtime.{Engine, EngineConfig}
import eddy.state.spi.HandlerRunner
import eddy.testing.Waits

import java.util.concurrent.ConcurrentLinkedQueue
import scala.concurrent.duration.DurationInt
import scala.jdk.CollectionConverters.*

/** A runner on an engine of its own, and the failures it reported. */
final class HandlerFixture(workers: Int = 4, policy: LockPolicy = LockPolicy.Park, spares: Int = 64):
  private val reports = ConcurrentLinkedQueue[Throwable]()
  val engine: Engine = Engine.start(
    EngineConfig(
      name = "state-test",
      workers = workers,
      maxSpareWorkers = spares,
      reporter = (failure, _) => reports.add(failure): Unit
    )
  )
  val runner: HandlerRunner = HandlerRunner(engine, policy)

  /** Without the engine's notes that a busy machine keeps all its threads from running. */
  def failures: List[Throwable] =
    reports.asScala.toList.filterNot(failure => String.valueOf(failure.getMessage).contains("spare workers"))

  /** Runs it in a unit of its own. */
  def run(locks: LockSet)(body: => Unit): Unit = runner.unit().submit("test", locks)(() => body)

  def stop(): Unit =
    if !Waits.await(engine.shutdown(1.minute)) then throw AssertionError("the engine did not become idle")
end HandlerFixture

object HandlerFixture:
  def apply[A](
      workers: Int = 4,
      policy: LockPolicy = LockPolicy.Park,
      spares: Int = 64
  )(f: HandlerFixture => A): A =
    val fixture = new HandlerFixture(workers, policy, spares)
    val result =
      try f(fixture)
      catch
        case failure: Throwable =>
          Waits.await(fixture.engine.shutdown(1.second)): Unit // what the test waits for may never end
          throw failure
    fixture.stop()
    result

  def locks(claims: (SharedObject, AccessKind)*): LockSet =
    LockSet.of(claims.map((obj, mode) => LockSet.Claim(Target.Shared(obj), mode)))

  /** The result of a body that runs as a handler which may use everything. */
  def inHandler[A](eddy: HandlerFixture)(body: => A): A =
    val result = java.util.concurrent.CompletableFuture[A]()
    eddy.run(LockSet.of(List(LockSet.Claim(Target.Everything, AccessKind.Writes)))):
      result.complete(body): Unit
    Waits.await(result).nn
end HandlerFixture
