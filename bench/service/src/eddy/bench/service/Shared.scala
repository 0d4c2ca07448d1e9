package eddy.bench.service

import eddy.bench.peers.work.Kernel
import eddy.state.SharedMap
import eddy.web.Routes

/** The services of section 5.2 of the Node.Scala paper: a request's second handler computes one of SciMark's kernels. SciMarkSf1's
  * either keep the result in a map that all share, or look something up in it; SciMarkSf2's keep it, or do not use the map.
  */
private final class Shared:
  private val results = SharedMap[Int, String]()

  def routes: Routes = Routes.get("/stateful"): (request, response) =>
    val key = Service.number(request, "key")
    val n = Service.number(request, "n")
    if request.query("write").contains("true") then
      request.nextTick: () =>
        val result = Kernel.answer("lu", n)
        results(key) = result
        response.text(result)
    else if request.query("kind").contains("sf1") then
      request.nextTick: () =>
        val kept = results.get(key)
        val result = Kernel.answer("lu", n)
        response.text(kept.getOrElse(result))
    else request.nextTick(() => response.text(Kernel.answer("lu", n)))
end Shared
