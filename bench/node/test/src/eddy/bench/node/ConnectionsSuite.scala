package eddy.bench.node

import eddy.bench.actors.RemoteContract

abstract class ConnectionsSuite(connections: Connections)
    extends RemoteContract(Main.workloads(connections, () => Nodes.companion(connections))):
  // of a process of its own; both nodes are in one here
  override protected def without: Set[String] = Set("kill")

class PlainSuite extends ConnectionsSuite(Connections.Plain)

class TlsSuite extends ConnectionsSuite(Connections.Tls)

class JGroupsSuite extends ConnectionsSuite(Connections.JGroups):
  override protected def without: Set[String] = super.without + "footprint"
