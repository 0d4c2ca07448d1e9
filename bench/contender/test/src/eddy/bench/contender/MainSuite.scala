package eddy.bench.contender

import eddy.bench.actors.ContenderContract

class MainSuite extends ContenderContract(Main.workloads)
