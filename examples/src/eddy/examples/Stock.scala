package eddy.examples

import eddy.state.SharedMap
import eddy.web.*

/** A shop: POST /buy/tea takes one from the stock and writes it to the bill, GET /check says whether nothing got lost.
  *
  * The code uses two shared maps and a plain variable as if it were alone. Eddy finds out that the handlers write all three, and
  * runs no two of them at once; GET /hello shares nothing, and runs beside them.
  */
final class Stock:
  private val stock = SharedMap("tea" -> 1000, "coffee" -> 1000)
  private val sold = SharedMap[String, Int]()
  private var sales = 0

  val routes: Routes = Routes
    .post("/buy/:item"): (request, response) =>
      val item = request.path("item")
      val left = stock.getOrElse(item, 0)
      if left == 0 then throw HttpProblem(409, s"There is no $item left.")
      stock(item) = left - 1
      sold(item) = sold.getOrElse(item, 0) + 1
      sales += 1
      response.text(s"${left - 1} left")
    .get("/check"): (_, response) =>
      val all = stock.values.sum + sold.values.sum
      if all != 2000 || sold.values.sum != sales then throw HttpProblem(500, s"$all and $sales do not agree.")
      response.text(s"$sales sold")
    .get("/hello")((_, response) => response.text("Hello!"))

object Stock:
  val config: ServerConfig = ServerConfig(port = 8080)

  def main(args: Array[String]): Unit = Server(config).start(Stock().routes).awaitStop()
