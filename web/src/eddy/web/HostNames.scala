package eddy.web

/** Which hosts a server answers to, on any port: the host that a request is for, in its target or its Host
  * header. A request for another host gets 421. It keeps out pages of a stranger's site whose name points to
  * this machine (DNS rebinding). In each case the address at which the connection has come is answered, too:
  * no name of strangers stands for it, and probes of balancers use it.
  */
enum HostNames derives CanEqual:
  /** With TLS the hosts of the certificates; bound to this machine only: `localhost`, `127.0.0.1` and
    * `[::1]`;
    * bound to a network without TLS: any host.
    */
  case Auto

  /** Any host. */
  case Any

  /** These names or addresses, without a port; `*.example.org` stands for each name one level below. */
  case Only(names: Set[String])
end HostNames
