package eddy.bench.peers.pekko

import eddy.bench.peers.Contender

/** The contenders `pekko-classic` and `pekko-typed`: the first argument says which, the others are the workload's. */
object Main:
  def main(args: Array[String]): Unit =
    val workloads = args.headOption match
      case Some("classic") => Classic.workloads
      case Some("typed") => Typed.workloads
      case other =>
        throw IllegalArgumentException(
          s"the first argument must be classic or typed, not ${other.getOrElse("missing")}"
        )
    Contender.main(args.tail)(workloads)
