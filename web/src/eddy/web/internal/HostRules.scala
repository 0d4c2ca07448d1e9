package eddy.web.internal

import eddy.web.HostNames

import java.net.InetAddress

/** Whether a server answers to the host of a request. Any thread.
  *
  * @param boundTo the address or name that the server listens on
  * @param ofCertificates the hosts of the present certificates, in small letters; none without TLS
  */
private[eddy] final class HostRules(
    hosts: HostNames,
    boundTo: String,
    hasTls: Boolean,
    ofCertificates: () => Set[String]
):
  private val fixed: Set[String] | Null = hosts match
    case HostNames.Any => null
    case HostNames.Only(names) => names.map(HostRules.nameOf)
    case HostNames.Auto =>
      if HostRules.isThisMachine(boundTo) then HostRules.OfThisMachine
      else if !hasTls then null
      else Set.empty
  private val withCertificates = hosts == HostNames.Auto && hasTls

  /** It answers to all. */
  val isOpen: Boolean = fixed == null

  // most requests are for the same host as the one before; with certificates these may change
  @volatile private var recent = ""

  /** @param host with or without a port; null when the request has none, which no browser sends
    * @param local where the connection has come in
    */
  def accepts(host: String | Null, local: InetAddress | Null): Boolean =
    val names = fixed
    names == null || host == null || host.isEmpty || host == recent || {
      val name = HostRules.nameOf(host)
      val isKnown = HostRules.has(names, name)
      if isKnown then recent = host
      isKnown || withCertificates && HostRules.has(ofCertificates(), name) ||
      local != null && name == HostRules.text(local)
    }
end HostRules

private[eddy] object HostRules:
  private lazy val OfThisMachine = Set("localhost", "127.0.0.1", "::1").map(nameOf)

  /** Whether a host, with or without a port, is one that only this machine has. */
  def isOfThisMachine(host: String): Boolean = OfThisMachine(nameOf(host))

  /** Without port, brackets and final dot, in small letters; an address in its one form. */
  def nameOf(host: String): String =
    val isBracketed = host.startsWith("[") && host.indexOf(']') > 0
    val bare =
      if isBracketed then host.substring(1, host.indexOf(']'))
      else if host.indexOf(':') == host.lastIndexOf(':') then host.takeWhile(_ != ':')
      else host
    IpNetwork.address(bare).fold(Tokens.lower(bare).stripSuffix("."))(text)

  private def text(address: InetAddress): String = address.getHostAddress.takeWhile(_ != '%')

  private def has(names: Set[String], name: String): Boolean =
    names(name) || {
      val dot = name.indexOf('.')
      dot > 0 && names("*" + name.substring(dot))
    }

  /** A server that is bound to it can be reached from this machine only. An unknown name is refused where it
    * is bound.
    */
  def isThisMachine(host: String): Boolean =
    try InetAddress.getByName(host).isLoopbackAddress
    catch case _: java.net.UnknownHostException => false

  /** Refuses names that no request can have. */
  def check(hosts: HostNames): Unit = hosts match
    case HostNames.Only(names) => check(names)
    case HostNames.Auto | HostNames.Any => ()

  private def check(names: Set[String]): Unit =
    require(names.nonEmpty, "hosts = Only(Set()): no request could match: list names, or take Any")
    for name <- names do
      val bare = name.stripPrefix("*.")
      val isAddress = IpNetwork.address(bare.stripPrefix("[").stripSuffix("]")).nonEmpty
      require(
        isAddress || !bare.contains(':') && !bare.contains('*') && HeaderRules.isHost(bare) &&
          bare.forall(_ < 128),
        s"hosts: \"$name\" must be a name or an address without scheme, port and path, such as example.org or *.example.org"
      )

  /** For clients. */
  val refusal: Refusal = Refusal(421, "This server does not answer to the host that was asked for.")
end HostRules
