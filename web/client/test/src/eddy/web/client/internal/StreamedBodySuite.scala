package eddy.web.client.internal

import eddy.runtime.{Engine, EngineConfig}
import eddy.testing.PatientSuite
import eddy.web.client.ClientException

import java.util.concurrent.Flow
import java.util.concurrent.atomic.{AtomicInteger, AtomicLong}
import scala.concurrent.duration.DurationInt

class StreamedBodySuite extends PatientSuite:
  private val engine = Engine.start(EngineConfig("streamed-body", workers = 1))
  override def afterAll(): Unit = await(engine.shutdown(5.seconds)): Unit

  test("a body whose reader has gone before it began is asked for nothing, and leaves no timer"):
    def failure = ClientException(eddy.web.client.ClientFailure.Timeout, "late", None.orNull)
    val over = AtomicInteger()
    val body = StreamedBody(engine, 1.hour, () => failure, _ => failure, () => over.incrementAndGet(): Unit)
    val (asked, cancelled) = (AtomicLong(), AtomicInteger())
    val timers = engine.stats.timers
    body.unwanted()
    body.onSubscribe(
      new Flow.Subscription:
        def request(n: Long): Unit = asked.addAndGet(n): Unit
        def cancel(): Unit = cancelled.incrementAndGet(): Unit
    )
    assertEquals((over.get, asked.get, cancelled.get), (1, 0L, 1))
    assertEquals(engine.stats.timers, timers)
end StreamedBodySuite
