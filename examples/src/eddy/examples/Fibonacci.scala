package eddy.examples

import eddy.state.SharedMap
import eddy.web.*

/** GET /?n=30 answers the 30th Fibonacci number, and remembers it.
  *
  * The service of Bonetta et al., "Node.Scala" (Euro-Par 2012), figure 2: plain sequential code, a map that all requests
  * share, a computation that blocks. Eddy runs it on all cores, and the map is locked where the handlers' code uses it.
  */
object Fibonacci:
  def fiboS(n: Int): Int = n match
    case 0 | 1 => n
    case _ => fiboS(n - 1) + fiboS(n - 2)

  private val cache = SharedMap[Int, Int]()

  def start(config: ServerConfig): RunningServer =
    val server = Server(config)
    server.start: connection =>
      val n = connection.req.query("n").flatMap(_.toIntOption).filter(0 to 40 contains _).getOrElse:
        throw HttpProblem(400, "n must be a whole number from 0 to 40, as in /?n=30.")
      if cache.contains(n) then connection.res.text(s"result: ${cache(n)}")
      else
        server.nextTick: () =>
          val result = fiboS(n)
          cache(n) = result
          connection.res.text(s"result: $result")

  def main(args: Array[String]): Unit = start(ServerConfig(port = 8080)).awaitStop()
end Fibonacci
