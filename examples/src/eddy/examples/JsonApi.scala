package eddy.examples

import eddy.web.*

import java.util.concurrent.atomic.AtomicInteger
import scala.collection.concurrent.TrieMap

import com.github.plokhotnyuk.jsoniter_scala.core.JsonValueCodec
import com.github.plokhotnyuk.jsoniter_scala.macros.JsonCodecMaker

final case class Order(item: String, quantity: Int)

object Order:
  given JsonValueCodec[Order] = JsonCodecMaker.make

/** Orders as JSON: POST /orders places one, GET /orders/1 shows it.
  *
  * What is no JSON, or not an order, is answered by Eddy (400, 415); what only this service can judge is a problem
  * that it throws.
  */
object JsonApi:
  private val orders = TrieMap[Int, Order]()
  private val lastId = AtomicInteger()

  val routes: Routes = Routes
    .post("/orders"): (request, response) =>
      val order = request.json[Order]
      if order.quantity < 1 then throw HttpProblem(422, s"quantity = ${order.quantity}: order at least 1")
      val id = lastId.incrementAndGet()
      orders(id) = order
      response.status(201).header("Location", s"/orders/$id").json(order)
    .get("/orders/:id"): (request, response) =>
      request.path("id").toIntOption.flatMap(orders.get) match
        case Some(order) => response.json(order)
        case None => response.fail(404, s"There is no order ${request.path("id")}.")

  def main(args: Array[String]): Unit = Server(port = 8080).start(routes).awaitStop()
end JsonApi
