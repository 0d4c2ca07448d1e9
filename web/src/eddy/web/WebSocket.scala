package eddy.web

import eddy.state.Confined

/** A WebSocket that a client has opened; its callbacks are events of the socket's own unit. */
@Confined
trait WebSocket extends MessageSocket:

  /** The request that opened it: path parameters, query, cookies. */
  def request: Request
