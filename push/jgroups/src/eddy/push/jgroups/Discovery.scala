package eddy.push.jgroups

import java.nio.file.Path

/** How a node that starts finds the others. */
enum Discovery derives CanEqual:
  /** They are asked at these addresses, `host:port` or `[IPv6]:port`, and at so many ports after each. One
    * that answers is enough.
    */
  case Hosts(addresses: Seq[String], portRange: Int = 0)

  /** By UDP multicast, in networks that let it through. */
  case Multicast(group: String = "232.5.6.7", port: Int = 7555)

  /** At every address that this name has, and the port of this node: a headless service of Kubernetes. */
  case Dns(name: String)

  /** By a folder that all of them can write, as on a network share: each leaves its address there. */
  case Folder(path: Path)
