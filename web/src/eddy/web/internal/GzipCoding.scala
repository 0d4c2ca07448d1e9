package eddy.web.internal

import eddy.web.ContentCoding

private[eddy] object GzipCoding extends ContentCoding:
  val name = "gzip"
  def encode(content: Array[Byte]): Array[Byte] = Gzip.compress(content)
