package eddy.web.internal

import eddy.web.ContentCoding

/** Which coding a client likes best (RFC 9110, section 12.5.3). */
private[eddy] object Negotiation:
  /** The one with the highest weight, of equal ones the server's first; null when none is taken.
    * @param accepted Accept-Encoding; null takes none, as nothing is known of the client
    */
  def choose(accepted: String | Null, offered: Seq[ContentCoding]): ContentCoding | Null =
    if accepted == null || offered.isEmpty then null
    else
      val weights = accepted.split(",").toSeq.flatMap(weightOf)
      def of(name: String): Int = weights
        .collectFirst { case (`name`, weight) => weight }
        .orElse(weights.collectFirst { case ("*", weight) => weight })
        .getOrElse(0)
      val rated = offered.map(coding => (coding, of(coding.name)))
      val best = rated.map(_(1)).max
      // uncompressed, when the client would rather have that
      val plain = weights.collectFirst { case ("identity", weight) => weight }.getOrElse(0)
      if best == 0 || plain > best then null else rated.find(_(1) == best).fold(null)(_(0))

  /** The name, and the weight in thousandths; none when it is malformed. */
  private[internal] def weightOf(item: String): Option[(String, Int)] =
    val parts = item.split(";", -1).map(p => Tokens.lower(p.strip))
    val name = parts(0) match
      case "x-gzip" => "gzip"
      case other => other
    val weights = parts.drop(1).filter(_.startsWith("q=")).map(_.drop(2).strip)
    if weights.isEmpty then Some(name -> 1000)
    else if !weights(0).matches("[01](\\.\\d{0,3})?") then None
    else Some(name -> math.min(1000, (weights(0).toDouble * 1000).round.toInt))
end Negotiation
