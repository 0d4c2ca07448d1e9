package eddy.web.internal

import eddy.web.ResponseHead

import io.netty.handler.codec.http.HttpHeaders

private[eddy] final class NettyHead(val status: Int, headers: HttpHeaders) extends ResponseHead:
  def header(name: String): Option[String] = Option(headers.get(name))

  def set(name: String, value: String): Unit =
    ResponseHeaders.check(name, value)
    headers.set(name, value): Unit

  def add(name: String, value: String): Unit =
    ResponseHeaders.check(name, value)
    headers.add(name, value): Unit

  def remove(name: String): Unit =
    headers.remove(name): Unit
end NettyHead
