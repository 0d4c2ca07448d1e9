package holes

import eddy.state.SharedMap

/** What most hidden effects write. Not instrumented, unlike the handlers, so that tests see the same map. */
object Common:
  val map: SharedMap[String, Int] = SharedMap[String, Int]()
