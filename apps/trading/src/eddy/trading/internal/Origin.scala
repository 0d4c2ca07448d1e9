package eddy.trading.internal

import eddy.state.Pure
import eddy.trading.Access
import eddy.web.{Peer, Request}

/** Where a request's orders come from, as far as that is bounded: with accounts each trader is, and addresses
  * need not be. Behind trusted proxies an address is the one that they forward.
  */
@Pure
private[trading] final class Origin(access: Access, maxOrders: Int):
  private val sources = new OrderSources(maxOrders)

  def of(request: Request): OrderSource | Null =
    if access.hasAccounts then null else sources.of(Peer.of(request).address)
