package eddy.web.internal

import scala.concurrent.duration.DurationInt

/** When a client takes too slowly what waits for it. */
class TakingPaceSuite extends eddy.testing.PatientSuite:
  private final class Client extends Taking:
    var waits = true
    var taken = 0L

  private def seconds(n: Long) = n * 1_000_000_000L

  test("a client that takes less than the lowest rate over a period is too slow"):
    val client = Client()
    val pace = TakingPace(client, 30.seconds, 1000)
    assert(!pace.isTooSlow(seconds(1)))
    client.taken = 29_999
    assert(!pace.isTooSlow(seconds(30)), "the period is not over")
    assert(pace.isTooSlow(seconds(31)))
    client.taken += 30_000
    assert(!pace.isTooSlow(seconds(61)))

  test("time in which nothing waits does not count"):
    val client = Client()
    val pace = TakingPace(client, 30.seconds, 1000)
    assert(!pace.isTooSlow(seconds(1)))
    client.waits = false
    assert(!pace.isTooSlow(seconds(25)))
    client.waits = true
    assert(!pace.isTooSlow(seconds(26)))
    assert(!pace.isTooSlow(seconds(50)))
    assert(pace.isTooSlow(seconds(56)))

  test("streams of one connection share the lowest rate, as many as there are at the end of the period"):
    var streams = 1
    val client = Client()
    val pace = TakingPace(client, 30.seconds, 1000 / streams)
    assert(!pace.isTooSlow(0))
    streams = 64
    // a browser at 50 KB/s that loads 64 images
    client.taken = 30 * 780
    assert(!pace.isTooSlow(seconds(30)))
    client.taken += 30 * 14
    assert(pace.isTooSlow(seconds(60)))
end TakingPaceSuite
