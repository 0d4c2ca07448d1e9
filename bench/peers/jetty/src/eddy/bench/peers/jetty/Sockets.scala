package eddy.bench.peers.jetty

import org.springframework.context.annotation.Configuration
import org.springframework.web.socket.config.annotation.{
  EnableWebSocket,
  WebSocketConfigurer,
  WebSocketHandlerRegistry
}
import org.springframework.web.socket.handler.TextWebSocketHandler
import org.springframework.web.socket.{TextMessage, WebSocketSession}

/** The WebSockets at /echo, which get their messages back. */
@Configuration(proxyBeanMethods = false)
@EnableWebSocket
private[jetty] class Sockets extends WebSocketConfigurer:
  def registerWebSocketHandlers(registry: WebSocketHandlerRegistry): Unit =
    registry.addHandler(new Echo, "/echo").setAllowedOrigins("*"): Unit

private[jetty] final class Echo extends TextWebSocketHandler:
  override protected def handleTextMessage(session: WebSocketSession, message: TextMessage): Unit =
    session.sendMessage(message)
