package eddy.bench.node

import eddy.bench.actors.RemoteContract

abstract class ConnectionsSuite(connections: Connections)
    extends RemoteContract(Main.workloads(() => Nodes.companion(connections)))

class PlainSuite extends ConnectionsSuite(Connections.Plain)

class TlsSuite extends ConnectionsSuite(Connections.Tls)
