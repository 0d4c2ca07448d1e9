package eddy.remote.spi

/** One life of a node, as it introduces itself to others.
  *
  * @param incarnation 64 random bits: a node that is started again has others
  * @param addresses where it can be dialed; none if only it dials
  */
final case class NodeIdentity(
    name: String,
    cluster: String,
    incarnation: Long,
    addresses: Vector[NodeAddress]
) derives CanEqual

/** Where a node can be dialed, in the form of its transport, such as `10.0.0.7:7801`. */
final case class NodeAddress(text: String) derives CanEqual:
  override def toString: String = text

  /** The parts of `host:port` or `[IPv6]:port`; none if it has another form. */
  def hostAndPort: Option[(String, Int)] =
    val at = text.lastIndexOf(':')
    val host = text.take(at).stripPrefix("[").stripSuffix("]")
    text.drop(at + 1).toIntOption.filter(p => at > 0 && host.nonEmpty && p > 0 && p <= 65_535).map((host, _))
