package eddy.bench.peers.threads

import eddy.bench.peers.{Done, Workload}

/** Pairs of threads, each of which sends a counter to and fro. */
private[threads] final class Pingpong(pairs: Int) extends Workload:
  private val table = Vector.fill(pairs):
    val there, back = new Mailbox[java.lang.Long]
    spawn(while true do back.put(there.take()))
    (there, back)

  def go(n: Long): Done = timed:
    val starters = table.map: (there, back) =>
      fork:
        var count = 0L
        while count < n / pairs do
          there.put(count + 1)
          count = back.take()
        count
    starters.map(_.get()).sum
end Pingpong
