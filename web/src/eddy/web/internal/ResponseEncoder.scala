package eddy.web.internal

import io.netty.handler.codec.http.{HttpResponse, HttpResponseEncoder}

/** Writes responses; knows when the request was HEAD, which has headers like GET and no body. */
private[eddy] final class ResponseEncoder extends HttpResponseEncoder:
  /** Set on the I/O thread before each response. */
  var toHead: Boolean = false

  override protected def isContentAlwaysEmpty(response: HttpResponse): Boolean =
    super.isContentAlwaysEmpty(response) || toHead && response.status.code >= 200
