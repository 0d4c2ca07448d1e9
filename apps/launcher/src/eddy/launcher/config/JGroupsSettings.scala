package eddy.launcher.config

import eddy.push.jgroups.{Discovery, JGroupsConfig, JGroupsMediator, NodeTls}

import java.nio.file.Path

/** Nodes that find each other, with no service between them: the group `eddy.mediator.jgroups`, and an address that says where they look. */
private[launcher] object JGroupsSettings:
  /** @param mediator the group `eddy.mediator`
    * @throws IllegalArgumentException when the address is none
    */
  def read(mediator: Section, address: String): () => OpenMediator =
    val section = mediator.section("jgroups")
    val here = section.build:
      JGroupsConfig(
        cluster = section.string("cluster"),
        bind = section.string("bind"),
        port = section.int("port"),
        joinWithin = section.duration("join-within"),
        expects = section.int("expects"),
        tls = tls(section),
        plaintext = section.boolean("plaintext"),
        delivery = MediatorSettings.delivery(mediator)
      )
    val config = discovery(address.stripPrefix("jgroups").stripPrefix(":"), here.port) match
      case dns: Discovery.Dns =>
        // all nodes are asked at the port of this one
        here.copy(discovery = dns, portRange = 0)
      case other => here.copy(discovery = other)
    () => OpenMediator(JGroupsMediator(config))

  private def discovery(where: String, port: Int): Discovery = where match
    case "" => Discovery.Hosts(Seq(s"127.0.0.1:$port"), JGroupsConfig().portRange)
    case "multicast" => Discovery.Multicast()
    case s"dns:$name" => Discovery.Dns(name)
    case s"folder:$path" => Discovery.Folder(Path.of(path))
    case hosts => Discovery.Hosts(hosts.split(',').map(_.trim).toSeq)

  private def tls(section: Section): Option[NodeTls] =
    (section.keyFile("key-store"), section.keyFile("trust-store")) match
      case (Some(key), Some(trust)) => Some(NodeTls(key, trust))
      case (None, None) => None
      case (Some(_), None) =>
        section.refuse("trust-store", "must be given, too: it says which other nodes are let in")
      case (None, Some(_)) =>
        section.refuse("key-store", "must be given, too: it has what this node shows of itself")
end JGroupsSettings
