package holes

import eddy.web.testkit.TestService

/** A service whose path parameter counts in a variable; prints how a request is answered. */
object WatchedService:
  def main(arguments: Array[String]): Unit =
    println(s"status ${TestService.run(HiddenCalls().countingParam)(_.get("/7").code)}")
