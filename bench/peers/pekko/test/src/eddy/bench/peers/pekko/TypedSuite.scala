package eddy.bench.peers.pekko

import eddy.bench.actors.ContenderContract

class TypedSuite extends ContenderContract(Typed.workloads)
