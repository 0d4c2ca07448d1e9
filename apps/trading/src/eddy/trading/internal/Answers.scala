package eddy.trading.internal

import eddy.actor.AskedFailedException
import eddy.trading.*
import eddy.trading.internal.Wire.given
import eddy.web.{HttpProblem, Request, Response}

import scala.concurrent.{ExecutionContext, Future, TimeoutException}

import com.github.plokhotnyuk.jsoniter_scala.core.writeToArray

/** What a client is answered. */
private[trading] object Answers:
  private given ExecutionContext = ExecutionContext.parasitic

  def acknowledged(done: Answer.Done): Wire.Acknowledged =
    val trades = done.durable.value.fold(Vector.empty)(_.get)
    Wire.Acknowledged(
      done.order.value,
      done.repeated,
      done.durable.isCompleted,
      done.events.map(Wire.event),
      trades
    )

  /** Of an answer that is not done. */
  def problem(answer: Answer): Wire.Problem = answer match
    case Answer.Rejected(rule) =>
      val (status, field) = rule match
        case Rule.UnknownOrder => (404, Some("order"))
        case Rule.ForeignOrder => (403, Some("trader"))
        case Rule.MarketStands => (422, Some("lifetime"))
        case Rule.PostOnlyTakes => (422, Some("postOnly"))
        case Rule.EndPassed => (422, Some("until"))
        case Rule.NoLimit => (422, Some("price"))
        case Rule.TraderFull => (409, Some("trader"))
        case Rule.AddressFull => (429, None)
        case Rule.BookFull | Rule.ExchangeFull => (503, None)
      made(status, field, Wire.word(rule.toString), rule.text)
    case Answer.KeyTaken(order) =>
      made(409, Some("key"), "key-taken", "the key was used for another order", Some(order.value))
    case Answer.NoMarket => made(404, Some("product"), "no-market", "no such product is traded here")
    case Answer.Busy(why) => made(503, None, Wire.word(why.toString), s"nothing was done: ${why.text}")
    case Answer.Late =>
      made(
        504,
        None,
        "late",
        "it may still be done: it waits, or its engine has failed while it was at it. Send an order again with the same key to find out; " +
          "otherwise look at the order"
      )
    case Answer.NotBegun =>
      made(
        503,
        None,
        "late",
        "nothing was done: the time to answer was over before the market got it. The request came slowly, " +
          "or waited here. Send it again"
      )
    case Answer.Done(order, _, _, _) =>
      throw IllegalArgumentException(s"order ${order.value} was done: it is no problem")

  val noSimulation: Wire.Problem =
    made(404, None, "no-simulation", "this service has no simulated traders: see eddy.trading.simulation")

  def problem(wrong: FieldProblem): Wire.Problem =
    made(wrong.status, Some(wrong.field), wrong.rule, wrong.detail)

  def send(response: Response, problem: Wire.Problem): Unit =
    if problem.status == 503 then response.header("Retry-After", "1"): Unit
    response.status(problem.status).bytes("application/problem+json", writeToArray(problem))

  /** The trader, when the request may act for them and see their orders. */
  def own(acting: Acting, trader: TraderId): TraderId =
    if acting.may(trader) then trader
    else throw FieldProblem(403, "trader", "foreign-trader", s"who sent this is not ${trader.name}")

  /** Only operators go on. */
  def operator(access: Access, request: Request): Unit =
    if !access.mayOperate(request) then throw HttpProblem(403, "This is for operators.")

  /** Does `body`; a field that is wrong is the answer. */
  def checking(response: Response)(body: => Unit): Unit =
    try body
    catch case wrong: FieldProblem => send(response, problem(wrong))

  /** Sends what was looked for, or `otherwise` where there is none. */
  def found[A](response: Response, result: Future[Option[A]], otherwise: Answer)(send: A => Unit): Unit =
    val told = result.map(_.toRight(problem(otherwise))).recover:
      case refused: Exchange.Refused => Left(problem(Answer.Busy(refused.why)))
      case _: Exchange.AskedTooLate => Left(problem(Answer.NotBegun))
      case _: TimeoutException | _: AskedFailedException =>
        Left(made(504, None, "late", "the market's engine did not answer in time, or has failed: ask again"))
    response.complete(told):
      case Right(value) => send(value)
      case Left(problem) => Answers.send(response, problem)

  private def made(
      status: Int,
      field: Option[String],
      rule: String,
      detail: String,
      order: Option[Long] = None
  ) =
    val title = status match
      case 400 => "Bad Request"
      case 403 => "Forbidden"
      case 404 => "Not Found"
      case 409 => "Conflict"
      case 422 => "Unprocessable Content"
      case 429 => "Too Many Requests"
      case 503 => "Service Unavailable"
      case _ => "Gateway Timeout"
    Wire.Problem("about:blank", title, status, detail, field, rule, order)
end Answers
