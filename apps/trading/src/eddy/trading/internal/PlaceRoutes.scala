package eddy.trading.internal

import eddy.trading.*
import eddy.trading.internal.Wire.given
import eddy.web.{Request, Response, Routes}

import scala.concurrent.{ExecutionContext, Future}

/** Which engine has a product; operators move it to another. */
private[trading] object PlaceRoutes:
  private given ExecutionContext = ExecutionContext.parasitic

  def apply(exchange: Exchange, access: Access): Routes = Routes
    .get("/products/:product/engine"): (request, response) =>
      Answers.checking(response):
        Answers.found(response, Future.successful(place(exchange, product(request))), Answer.NoMarket):
          response.json(_)
    .put("/products/:product/engine"): (request, response) =>
      Answers.checking(response)(move(exchange, access, request, response))

  private def move(exchange: Exchange, access: Access, request: Request, response: Response): Unit =
    Answers.operator(access, request)
    val name = product(request)
    val fields = request.json[Fields]
    fields.only(Set("engine"))
    val to = fields.number("engine", 0, exchange.engineCount - 1)
    val moved: Future[Either[Answer, Wire.Place]] =
      if exchange.engineOf(name).isEmpty then Future.successful(Left(Answer.NoMarket))
      else
        exchange.move(name, to).map: done =>
          if done then Right(Wire.Place(name.name, to)) else Left(Answer.Busy(Congestion.EngineFull))
    response.complete(moved):
      case Right(place) => response.json(place)
      case Left(refused) => Answers.send(response, Answers.problem(refused))

  private def place(exchange: Exchange, product: Product): Option[Wire.Place] =
    exchange.engineOf(product).map(Wire.Place(product.name, _))

  private def product(request: Request) = Fields(Map("product" -> request.path("product"))).product
end PlaceRoutes
