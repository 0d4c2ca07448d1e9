package eddy.bench.contender

import eddy.bench.peers.Contender

/** Eddy in `./eddy bench actors`: a program that does one workload, told to by lines on stdin. */
object Main:
  def main(args: Array[String]): Unit = Contender.main(args)(workloads)

  private[contender] def workloads: Contender.Workloads =
    case ("pingpong", params) => Pingpong(params.int("pairs"))
