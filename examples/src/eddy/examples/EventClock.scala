package eddy.examples

import eddy.web.*

import java.time.Instant
import scala.concurrent.duration.*

/** GET /clock sends the time every second, as server-sent events. In a page:
  * `new EventSource("/clock").addEventListener("tick", e => console.log(e.data))`.
  *
  * No thread waits between two ticks: each is a further event of the request.
  */
object EventClock:
  def routes(interval: FiniteDuration): Routes = Routes.get("/clock"): (request, response) =>
    val events = response.events()
    def tick(): Unit =
      if events.send(Instant.now.toString, event = "tick") != SendResult.Closed then
        request.after(interval)(() => tick()): Unit
    tick()

  def main(args: Array[String]): Unit = Server(port = 8080).start(routes(1.second)).awaitStop()
