package eddy.web.internal

import scala.jdk.CollectionConverters.given

import io.netty.handler.codec.http.HttpRequest

private[eddy] object HeaderLines:
  /** The header lines of a request in the order sent. */
  def of(http: HttpRequest): Seq[(String, String)] =
    http.headers.iteratorAsString.asScala.map(e => e.getKey -> e.getValue).toSeq
