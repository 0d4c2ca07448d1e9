package eddy.bench.peers.threads

import eddy.bench.actors.ContenderContract

class MainSuite extends ContenderContract(Main.workloads)
