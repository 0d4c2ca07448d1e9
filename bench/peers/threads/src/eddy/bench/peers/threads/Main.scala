package eddy.bench.peers.threads

import eddy.bench.peers.Contender

/** Virtual threads with queues, as `./eddy bench actors` measures them. */
object Main:
  def main(args: Array[String]): Unit = Contender.main(args)(workloads)

  private[threads] def workloads: Contender.Workloads =
    case ("pingpong", params) => Pingpong(params.int("pairs"))
