package eddy.examples

import eddy.web.*

/** Serves the folder `eddy/examples/site` of the class path, which comes from `resources/`: with entity tags, ranges,
  * compression, and `index.html` for the folder itself.
  */
object StaticFiles:
  val routes: Routes = Routes.files("/", "eddy/examples/site")

  def main(args: Array[String]): Unit = Server(port = 8080).start(routes).awaitStop()
