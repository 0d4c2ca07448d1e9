package eddy.examples

import eddy.web.*

/** GET /numbers/1000000 streams a million lines. The reader sets the pace: when its buffer is full, writing stops, and
  * goes on when there is room. However long the answer, little of it is in memory, and no thread waits.
  */
object BigDownload:
  val routes: Routes = Routes.get("/numbers/:count"): (request, response) =>
    val count = request.path("count").toIntOption.getOrElse(throw HttpProblem(400, "Give a number of lines."))
    val body = response.stream("text/plain")
    var next = 1
    def fill(): Unit =
      while next <= count && body.write(s"$next\n") == SendResult.Sent do next += 1
      if next > count then body.end()
    body.onDrain(() => fill())
    fill()

  def main(args: Array[String]): Unit = Server(port = 8080).start(routes).awaitStop()
