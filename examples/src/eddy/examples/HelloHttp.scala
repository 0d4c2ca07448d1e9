package eddy.examples

import eddy.web.*

/** GET /hello/Ada answers "Hello, Ada!". */
object HelloHttp:
  val routes: Routes = Routes.get("/hello/:name"): (request, response) =>
    response.text(s"Hello, ${request.path("name")}!")

  def main(args: Array[String]): Unit = Server(port = 8080).start(routes).awaitStop()
