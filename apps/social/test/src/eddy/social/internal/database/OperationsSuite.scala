package eddy.social.internal.database

import eddy.runtime.Engine
import eddy.testing.LogLines

import java.io.IOException
import java.util.concurrent.CountDownLatch
import scala.concurrent.duration.{DurationInt, FiniteDuration}

import com.mongodb.{MongoException, MongoSocketOpenException, MongoTimeoutException, ServerAddress}
import io.micrometer.core.instrument.simple.SimpleMeterRegistry
import reactor.core.publisher.{Flux, Sinks}

class OperationsSuite extends eddy.testing.PatientSuite:
  private lazy val engine = Engine.start()
  private def operations(limit: FiniteDuration = 1.minute, maxPending: Int = 10) =
    new Operations(engine, limit, maxPending)

  override def afterAll(): Unit =
    super.afterAll()
    await(engine.shutdown(5.seconds)): Unit

  test("the elements of a publisher are the result"):
    val operation = operations()
    assertEquals(await(operation.all(Flux.just("a", "b"))), Vector("a", "b"))
    assertEquals(await(operation.first(Flux.just("a", "b"))), Some("a"))
    assertEquals(await(operation.first(Flux.empty[String]())), None)
    await(operation.done(Flux.just("a", "b")))

  test("an operation that nobody answers ends at the limit, is cancelled, and is counted"):
    val cancelled = new CountDownLatch(1)
    val operation = operations(limit = 20.millis)
    val registry = new SimpleMeterRegistry
    operation.bindTo(registry)
    val failure = awaitFailure(operation.done(Flux.never[String]().doOnCancel(() => cancelled.countDown())))
    assert(failure.isInstanceOf[DatabaseUnavailable], failure)
    await(cancelled)
    assertEquals(registry.get("eddy.social.database.timeouts").functionCounter.count, 1.0)

  test("the log says why the database could not be used"):
    LogLines.of("eddy.social"): lines =>
      awaitFailure(operations(limit = 20.millis).done(Flux.never[String]())): Unit
      assertEquals(awaitNext(lines, "a line"), "the database has not answered within 20 milliseconds")
      awaitFailure(operations().done(Flux.error[String](MongoTimeoutException("no server")))): Unit
      assertEquals(awaitNext(lines, "a line"), "the database is unavailable: no server")
      awaitFailure(operations().done[String](throw IllegalStateException("state should be: open"))): Unit
      assertEquals(awaitNext(lines, "a line"), "the database is closed: state should be: open")
      awaitFailure(operations(maxPending = 0).done(Flux.just("a"))): Unit
      assertEquals(awaitNext(lines, "a line"), "0 operations wait for the database")

  test("operations beyond the limit fail at once, and those that end make room"):
    val held = Sinks.empty[String]()
    val operation = operations(maxPending = 1)
    val registry = new SimpleMeterRegistry
    operation.bindTo(registry)
    val first = operation.done(held.asMono)
    assert(awaitFailure(operation.done(Flux.just("a"))).isInstanceOf[DatabaseUnavailable])
    assertEquals(registry.get("eddy.social.database.rejected").functionCounter.count, 1.0)
    held.emitEmpty(Sinks.EmitFailureHandler.FAIL_FAST)
    await(first)
    await(operation.done(Flux.just("a")))
    assertEquals(registry.get("eddy.social.database.pending").gauge.value, 0.0)

  test("a failure of the driver that means an absent database, and a duplicate key, are recognized"):
    def failure(of: Exception) = awaitFailure(operations().done(Flux.error[String](of)))
    val absent = Seq(
      MongoTimeoutException("no server"),
      MongoSocketOpenException("refused", ServerAddress("127.0.0.1", 1), IOException("refused")),
      IllegalStateException("state should be: open")
    )
    for exception <- absent do assert(failure(exception).isInstanceOf[DatabaseUnavailable], exception)
    assert(failure(MongoException(11000, "E11000 duplicate key")).isInstanceOf[DuplicateKeyFailure])
    val bug = MongoException(2, "BadValue")
    assertEquals(failure(bug), bug)

  test("operations of a closed client fail, and do not count as pending"):
    val operation = operations()
    val registry = new SimpleMeterRegistry
    operation.bindTo(registry)
    val failure = awaitFailure(operation.done[String](throw IllegalStateException("state should be: open")))
    assert(failure.isInstanceOf[DatabaseUnavailable], failure)
    assertEquals(registry.get("eddy.social.database.pending").gauge.value, 0.0)
end OperationsSuite
