package eddy.web.internal

import eddy.web.Standing

/** Begins what a request asks for, when its turn has come. On the I/O thread. */
private[eddy] object RequestStart:
  /** @param upgrade hands the connection over to a WebSocket whose handshake is accepted */
  def begin(exchange: Exchange)(
      upgrade: (Action.Socket, WebSocketHandshake) => Unit
  ): Unit =
    exchange.startedNanos = System.nanoTime
    val matched = exchange.matched
    val refusal =
      if exchange.refusal != null || matched == null then exchange.refusal
      else admission(exchange, matched.route)
    if refusal != null then Answers.refuse(exchange, refusal)
    else if matched != null then
      matched.route.action match
        case callback: Action.Handler => RequestRun.start(exchange, matched, callback)
        case socket: Action.Socket =>
          val options = socket.options
          WebSocketHandshake.check(exchange, options) match
            case refusal: Refusal => Answers.refuse(exchange, refusal)
            case accepted: WebSocketHandshake =>
              val filters = matched.route.filters
              val isLate = filters.exists(_.tellsOrigin)
              val foreign = if isLate then null else WebSocketHandshake.originRefusal(exchange, options)
              if foreign != null then Answers.refuse(exchange, foreign)
              else if !exchange.entersAsClient() then
                Answers.refuse(exchange, exchange.core.gate.addressRefused())
              else if filters.isEmpty then upgrade(socket, accepted)
              else
                FilterRun.handshake(exchange, matched): () =>
                  val refused = if isLate then WebSocketHandshake.originRefusal(exchange, options) else null
                  if refused != null then Answers.refuse(exchange, refused)
                  else upgrade(socket, accepted)
    end if
  end begin

  /** Begins the filters that need no body of a request whose body is still to come. Where all has come
    * together, they are part of the handler's event: to be called when the received bytes have been taken in.
    * @return whether it is refused: it may be started then
    */
  def beginAtHead(exchange: Exchange): Boolean =
    val matched = exchange.matched
    val isDue = matched != null && exchange.headStage == HeadStage.Pending && exchange.hasHeadFilters
    if matched == null || !isDue then false
    else
      exchange.startedNanos = System.nanoTime
      exchange.refusal = admission(exchange, matched.route)
      if exchange.refusal == null then
        exchange.headStage = HeadStage.Running
        FilterRun.atHead(exchange, matched)
      else exchange.ready = true
      exchange.refusal != null

  private def admission(exchange: Exchange, route: Route): Refusal | Null = route.standing match
    case Standing.Application => exchange.core.gate.refusal(exchange.startedNanos)
    case own => exchange.core.gate.pages(own).refusal()
end RequestStart
