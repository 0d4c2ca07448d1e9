package eddy.web.internal

import eddy.web.{Metrics, Overload, Standing}

import scala.concurrent.duration.DurationInt

import io.netty.channel.DefaultEventLoop

/** When a server says that it has too much to do, step by step and without a clock. */
class LoadGateSuite extends eddy.testing.PatientSuite:
  private val second = 1_000_000_000L

  private final class Fixture(overload: Overload):
    val gate = LoadGate(overload, workers = 1, Metrics().registry)
    val load = gate.loadOf(DefaultEventLoop())
    // later than the gate was made: times are compared with its own clock
    val start = System.nanoTime + 10 * second
    def admit(n: Int): Unit = (1 to n).foreach(_ => load.admitted())
    def isRefused(at: Long): Boolean = gate.refusal(at) != null

  test("as many are admitted as may wait for their answers, and again when one is answered"):
    val f = Fixture(Overload(maxUnanswered = 3))
    f.admit(2)
    assert(!f.isRefused(f.start))
    f.admit(1)
    assert(f.isRefused(f.start))
    f.gate.begins(f.start, f.start)
    assert(f.isRefused(f.start), "a handler has begun, but its answer has not")
    f.load.answered()
    assert(!f.isRefused(f.start))

  test("a request whose client has gone counts until its handler has begun"):
    val f = Fixture(Overload(maxUnanswered = 3))
    f.admit(3)
    (1 to 3).foreach(_ => f.load.answered())
    assert(f.isRefused(f.start))
    f.gate.begins(f.start, f.start)
    assert(!f.isRefused(f.start))

  test("no request is admitted while clients keep too much"):
    var full = false
    val gate = LoadGate(Overload(), workers = 1, Metrics().registry, () => full)
    assertEquals(gate.refusal(System.nanoTime), null)
    full = true
    assertEquals(gate.refusal(System.nanoTime).nn.status, 503)
    full = false
    assertEquals(gate.refusal(System.nanoTime), null)

  test("bodies that wait are bounded together"):
    val f = Fixture(Overload(maxUnansweredBytes = 1024 * 1024))
    f.load.hold(1024 * 1024 - 10)
    assertEquals(f.gate.bodyRefusal(10), null)
    assertEquals(f.gate.bodyRefusal(11).nn.status, 503)
    assert(!f.isRefused(f.start), "what comes without a body takes none of it")
    f.load.hold(-20)
    assertEquals(f.gate.bodyRefusal(30), null)

  test("one connection has a share of the bytes, or one body"):
    val f = Fixture(Overload(maxUnansweredBytes = 1024 * 1024))
    val held = HeldBytes(f.gate, f.load, f.gate.share)
    assertEquals(f.gate.share, 128 * 1024)
    assertEquals(held.refusal(0, 1024 * 1024), null)
    held.change(128 * 1024)
    assertEquals(held.refusal(own = 128 * 1024, more = 1), null)
    assertEquals(held.refusal(own = 0, more = 1).nn.status, 503)
    assertEquals(held.refusal(own = 128 * 1024, more = 1024 * 1024).nn.status, 503)
    held.leave(128 * 1024)
    assertEquals(held.refusal(own = 0, more = 1), null)
    assertEquals(f.load.bytes, 128 * 1024L)

  test("when no handler has begun in time for long, only a few are admitted, until one does"):
    val f = Fixture(Overload(maxWait = 1.second))
    assert(!f.isRefused(f.start))
    f.admit(1000)
    assert(!f.isRefused(f.start + second / 2), "too early to tell")
    assert(f.isRefused(f.start + 2 * second))
    f.gate.begins(queued = f.start, now = f.start + 3 * second)
    assert(f.isRefused(f.start + 3 * second), "it began, but late")
    f.gate.begins(queued = f.start + 5 * second / 2, now = f.start + 3 * second)
    assert(!f.isRefused(f.start + 3 * second), "it began in time")
    f.admit(1)
    assert(f.isRefused(f.start + 5 * second))
    (1 to 950).foreach(_ => f.gate.begins(f.start, f.start + 5 * second))
    (1 to 960).foreach(_ => f.load.answered())
    assert(!f.isRefused(f.start + 5 * second), "hardly any wait")

  test("slow answers alone are not overload"):
    val f = Fixture(Overload(maxWait = 1.second))
    assert(!f.isRefused(f.start))
    f.admit(5000)
    (1 to 5000).foreach(_ => f.gate.begins(f.start, f.start))
    assert(!f.isRefused(f.start + 3600 * second))

  test("each refusal says when to come again and is counted by its reason"):
    val metrics = Metrics()
    val gate = LoadGate(Overload(maxUnanswered = 1, retryAfter = 7.seconds), 1, metrics.registry)
    gate.loadOf(DefaultEventLoop()).admitted()
    val refusal = gate.refusal(System.nanoTime).nn
    assertEquals((refusal.status, refusal.headers), (503, Seq("Retry-After" -> "7")))
    assert(metrics.scrape().contains("eddy_http_refused_total{reason=\"unanswered\"} 1.0"), metrics.scrape())

  test("reports of the server's own are refused before the application, and /health is not"):
    var much = false
    val gate = LoadGate(Overload(), workers = 1, Metrics().registry, keepsMuch = () => much)
    assertEquals(gate.pages(Standing.Own).refusal(), null)
    much = true
    assertEquals(gate.pages(Standing.Own).refusal().nn.status, 503)
    for other <- Seq(Standing.Ready, Standing.Health) do assertEquals(gate.pages(other).refusal(), null)
    assertEquals(gate.refusal(System.nanoTime), null)
end LoadGateSuite
