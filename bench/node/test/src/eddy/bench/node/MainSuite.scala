package eddy.bench.node

import eddy.bench.actors.RemoteContract

class MainSuite extends RemoteContract(Main.workloads(Nodes.companion))
