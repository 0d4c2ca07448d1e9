package eddy.trading

import eddy.state.Pure
import eddy.web.Request

/** Whom a request may act for.
  *
  * @param name of the one trader, empty for none; None for whoever it says
  */
@Pure
private[trading] final class Acting(val name: Option[String]):
  /** Whether it may place, change and see this trader's orders. */
  def may(trader: TraderId): Boolean = name.forall(_ == trader.name)

/** Who may do what, over HTTP and over the channels: where a service puts accounts of its own. `Access()`
  * knows none: everybody is who
  * they say they are, and nobody is an operator.
  *
  * Both functions are asked on any thread, by several at once, and must be quick; they take care of what
  * they share. What they throw is
  * the answer, such as `HttpProblem(401, …)`.
  *
  * @param traderOf whose orders a request may place, change and see; its None is nobody's
  * @param isOperator whether a request may move products between engines and cancel the orders of others, and
  *   with `traderOf` start and stop the simulated traders
  */
@Pure
final class Access(
    traderOf: Option[Request => Option[TraderId]] = None,
    isOperator: Request => Boolean = _ => false
):
  /** Whether traders are known by more than what they say. */
  def hasAccounts: Boolean = traderOf.isDefined

  /** Whom the request may act for. */
  private[trading] def of(request: Request): Acting =
    new Acting(traderOf.map(_(request).fold("")(_.name)))

  private[trading] def mayOperate(request: Request): Boolean = isOperator(request)

  /** Of the trader whom a connection begins for; empty for nobody's. */
  private[trading] def nameOf(request: Request): String = of(request).name.getOrElse("")
end Access
