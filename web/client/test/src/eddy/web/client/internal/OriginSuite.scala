package eddy.web.client.internal

import eddy.runtime.{Engine, EngineConfig}
import eddy.testing.{Eventually, PatientSuite}

import java.net.http.HttpClient
import java.util.concurrent.atomic.AtomicInteger
import scala.concurrent.Promise
import scala.concurrent.duration.{DurationInt, FiniteDuration}

class OriginSuite extends PatientSuite:
  private val engine = Engine.start(EngineConfig("origin", workers = 1))
  override def afterAll(): Unit = await(engine.shutdown(5.seconds)): Unit

  private def passes(time: FiniteDuration): Unit =
    val over = Promise[Unit]()
    engine.after(time)(() => over.success(())): Unit
    await(over.future)

  test("calls wait for the first connection, however long a busy machine takes to begin with opening it"):
    val origin = Origin(engine)
    val started = AtomicInteger()
    (1 to 50).foreach: _ =>
      origin.run(new Attempt:
        def start(lane: Int): Unit = started.incrementAndGet(): Unit
        def isOver: Boolean = false)
    passes(1.second)
    assertEquals(started.get, 1)
    origin.opening()
    Eventually.until("another call tests whether the connection is open")(started.get == 2)
    // it takes as long
    passes(1.second)
    assertEquals(started.get, 2)
    origin.answered(HttpClient.Version.HTTP_2)
    assertEquals(started.get, 50)
end OriginSuite
