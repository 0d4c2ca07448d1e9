package eddy.bench.peers.pekko

import eddy.bench.actors.ContenderContract

class ClassicSuite extends ContenderContract(Classic.workloads)
